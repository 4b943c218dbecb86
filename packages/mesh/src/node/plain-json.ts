/**
 * The same value with every integer that a double cannot hold as text: other readers would round it, and then its signature
 * would not be one of what they read.
 */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (typeof value !== 'object' || value === null) return value
  return hasBigInt(value) ? rebuilt(value) : value
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasBigInt)
}

function rebuilt(value: object): unknown {
  if (Array.isArray(value)) return value.map(plainJson)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainJson(member)]))
}
