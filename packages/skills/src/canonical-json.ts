/**
 * The one text of a JSON value whatever the order of its keys (RFC 8785): what is signed and hashed. Throws for what JSON
 * cannot say: NaN, half characters, cycles. Like JSON.stringify it leaves out members that are undefined.
 */
export function canonicalJson(value: unknown): string {
  const text = textOf(value, [])
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** @param around the lists and objects that the value lies in, the innermost last */
function textOf(value: unknown, around: object[]): string | undefined {
  if (typeof value === 'string') return stringText(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not allowed`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (around.includes(value)) throw new TypeError('a value that lies in itself is not allowed')
  around.push(value)
  const text = containerText(value, around)
  around.pop()
  return text
}

function containerText(value: object, around: object[]): string | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON(), around)
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, around) ?? 'null').join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  // The order of UTF-16 units, which the RFC asks for, is the one that strings are sorted in.
  for (const key of Object.keys(members).sort()) {
    const member = textOf(members[key], around)
    if (member !== undefined) text += `${text === '' ? '' : ','}${stringText(key)}:${member}`
  }
  return `{${text}}`
}

/** In the mode of code points, surrogates match only where they are not a pair. */
const HALF_CHARACTER = /\p{Surrogate}/u

function stringText(text: string): string {
  if (HALF_CHARACTER.test(text)) throw new TypeError('half of a surrogate pair is not allowed')
  return JSON.stringify(text)
}
