/**
 * JSON as text. JavaScript numbers forget how they were written (`1.50`, twenty digits), and this dialect echoes ids
 * and refuses fractions by their spelling, so a few places read the text itself.
 */

const WHITE = new Set([' ', '\t', '\n', '\r'])
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const

/** The members of an object as source text. The text must be a valid JSON object; of equal keys the last one counts. */
export function memberTexts(objectText: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let depth = 0
  let start = 0
  let key: string | undefined
  for (let index = 0; index < objectText.length; index++) {
    const code = objectText.charCodeAt(index)
    if (code === QUOTE) {
      const end = stringEnd(objectText, index)
      if (depth === 1 && key === undefined) {
        key = textOf(objectText, index, end)
        start = objectText.indexOf(':', end) + 1
        index = start - 1
      } else index = end - 1
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1
    const isMemberEnd = code === COMMA ? depth === 1 : depth === 0
    if (!isMemberEnd || key === undefined) continue
    texts.set(key, objectText.slice(start, index).trim())
    key = undefined
  }
  return texts
}

/** The string between two quotes; only one with escapes needs to be parsed. */
function textOf(text: string, open: number, end: number): string {
  const inner = text.slice(open + 1, end - 1)
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner
}

/** The same value without white space between tokens; numbers keep their spelling. */
export function compactText(text: string): string {
  let compact = ''
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '"') {
      const end = stringEnd(text, index)
      compact += text.slice(index, end)
      index = end - 1
    } else if (!WHITE.has(character)) compact += character
  }
  return compact
}

/** Deepest nesting of lists and objects. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = stringEnd(text, index) - 1
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1
  }
  return deepest
}

/** Texts of results that do not change any more. */
const textByFrozen = new WeakMap<object, string>()

/**
 * JSON text of a result, safe inside a page. A frozen result is written once however often it is asked for, so whoever
 * freezes one must not change what lies deeper either.
 */
export function resultText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return escapeForPages(jsonText(value))
  const known = textByFrozen.get(value)
  if (known !== undefined) return known
  const text = escapeForPages(jsonText(value))
  textByFrozen.set(value, text)
  return text
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // Numbers that only a bigint can hold are rare, and looking for them makes everything slower.
    return textWithIntegers(value)
  }
}

/** A bigint is written as the integer it is. */
function textWithIntegers(value: unknown): string {
  const integers: string[] = []
  const mark = `\u0000${crypto.randomUUID()}:`
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'bigint') return member
    integers.push(member.toString())
    return `${mark}${integers.length - 1}`
  })
  const quotedMark = JSON.stringify(mark).slice(0, -1)
  return integers.reduce((result, digits, index) => result.replace(`${quotedMark}${index}"`, digits), text)
}

const ESCAPE_BY_CHARACTER: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const UNSAFE = /[<>&\u2028\u2029]/

/** In JSON these characters stand in strings only, so escaping them changes no value and is safe inside a page. */
export function escapeForPages(json: string): string {
  if (!UNSAFE.test(json)) return json
  return json.replace(/[<>&\u2028\u2029]/g, (character) => ESCAPE_BY_CHARACTER[character] ?? character)
}

/** Index after the closing quote of the string that opens at `open`. */
function stringEnd(text: string, open: number): number {
  let index = text.indexOf('"', open + 1)
  while (index >= 0 && isEscaped(text, index)) index = text.indexOf('"', index + 1)
  return index < 0 ? text.length + 1 : index + 1
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (first > 0 && text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
