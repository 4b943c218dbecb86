/**
 * The one text of a JSON value whatever the order of its keys, as RFC 8785 has it: keys by their UTF-16 code units, numbers
 * as JavaScript prints them. Members that are undefined do not exist.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const texts = members
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${texts.join(',')}}`
}
