/**
 * JSON as text. JavaScript numbers forget how they were written (`1.50`, twenty digits), and this dialect echoes ids
 * and refuses fractions by their spelling, so a few places read the text itself.
 */

const WHITE = new Set([' ', '\t', '\n', '\r'])

/** The members of an object as source text. The text must be a valid JSON object; of equal keys the last one counts. */
export function memberTexts(objectText: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let depth = 0
  let start = 0
  let key: string | undefined
  const finishMember = (end: number): void => {
    if (key !== undefined) texts.set(key, objectText.slice(start, end).trim())
    key = undefined
  }
  for (let index = 0; index < objectText.length; index++) {
    const character = objectText[index]
    if (character === '"') {
      const end = stringEnd(objectText, index)
      if (depth === 1 && key === undefined) {
        key = JSON.parse(objectText.slice(index, end)) as string
        start = objectText.indexOf(':', end) + 1
        index = start - 1
      } else index = end - 1
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) finishMember(index)
    } else if (character === ',' && depth === 1) finishMember(index)
  }
  return texts
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
    const character = text[index]
    if (character === '"') index = stringEnd(text, index) - 1
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth -= 1
  }
  return deepest
}

/** JSON text of a result; a bigint is written as the integer it is. */
export function resultText(value: unknown): string {
  const integers: string[] = []
  const mark = `\u0000${crypto.randomUUID()}:`
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'bigint') return member
    integers.push(member.toString())
    return `${mark}${integers.length - 1}`
  })
  if (integers.length === 0) return text
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

/** In JSON these characters stand in strings only, so escaping them changes no value and is safe inside a page. */
export function escapeForPages(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => ESCAPE_BY_CHARACTER[character] ?? character)
}

/** Index after the closing quote of the string that opens at `open`. */
function stringEnd(text: string, open: number): number {
  let index = open + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}
