/** A value of a setting or a log field, as short text. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plainText).join(',')
  return JSON.stringify(value) ?? ''
}
