import type { Complaint } from './manifest.js'

/** A line of a manifest that says something, with its place in the file. */
export type Line = {
  readonly number: number
  readonly indent: number
  readonly text: string
  /** Tabs are no indentation anyone can agree on. */
  readonly hasTab?: boolean
}

/** `key: text` with the lines nested below it. */
export type Entry = {
  readonly key: string
  readonly text: string
  readonly line: number
  readonly below: readonly Line[]
}

const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s:#"'[\]{},-][^:#]*?|-[^\s:#][^:#]*?)\s*:(?:\s+(.*))?$/su

/** The lines that say something: not empty, not only a comment, not the mark that YAML may begin with. */
export function readLines(texts: readonly string[], firstNumber: number): Line[] {
  return texts.flatMap((raw, index) => {
    const text = raw.trimEnd()
    const bare = text.trimStart()
    if (bare === '' || bare.startsWith('#') || text === '---') return []
    const indentation = text.slice(0, text.length - bare.length)
    const place = { number: firstNumber + index, indent: indentation.length, text: bare }
    return [indentation.includes('\t') ? { ...place, hasTab: true } : place]
  })
}

/** Splits lines into the entries of their outermost level. Reports what is no `key: value`. */
export function readEntries(lines: readonly Line[], field: string, complaints: Complaint[]): Entry[] {
  const entries: Entry[] = []
  const level = lines[0]?.indent ?? 0
  let index = 0
  while (index < lines.length) {
    const line = lines[index] as Line
    if (line.hasTab === true) complaints.push({ line: line.number, field, rule: 'indent with spaces, not tabs' })
    const below = linesBelow(lines, index, level)
    index += 1 + below.length
    const key = line.indent < level ? undefined : readKey(line.text)
    if (key === undefined) {
      const rule = line.indent < level ? 'indented less than the line it belongs to' : 'expected "key: value"'
      complaints.push({ line: line.number, field, rule })
      continue
    }
    const first = entries.find((entry) => entry.key === key.key)
    if (first !== undefined) {
      complaints.push({
        line: line.number,
        field: joined(field, key.key),
        rule: `given twice, first on line ${first.line}`,
      })
      continue
    }
    entries.push({ key: key.key, text: key.text, line: line.number, below })
  }
  return entries
}

/** The lines after one that belong to it: those indented deeper, and list items at its own level, as YAML allows. */
export function linesBelow(lines: readonly Line[], index: number, level: number): readonly Line[] {
  let end = index + 1
  while (end < lines.length && isBelow(lines[end] as Line, level)) end += 1
  return lines.slice(index + 1, end)
}

function isBelow({ indent, text }: Line, level: number): boolean {
  return indent > level || (indent === level && /^-(\s|$)/.test(text))
}

/** @returns undefined for a line that is no `key: value` */
export function readKey(text: string): { readonly key: string; readonly text: string } | undefined {
  const match = KEY.exec(text)
  if (match === null) return undefined
  const [, key = '', rest = ''] = match
  return { key: unquoted(key), text: rest.trim() }
}

/** The text within quotes; other text as it is. @returns undefined for quotes that do not close */
export function unquoteText(text: string): string | undefined {
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/.test(text) ? jsonText(text) : undefined
  if (!text.startsWith("'")) return text
  return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined
}

/** Cuts a comment off: a `#` after white space, outside of quotes and brackets. */
export function splitComment(text: string): { readonly text: string; readonly comment: string } {
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (quote !== '') {
      if (character === '\\' && quote === '"') index += 1
      else if (character === quote) quote = ''
    } else if (opensQuote(text, index)) quote = character
    else if (character === '#' && (index === 0 || /\s/.test(text.charAt(index - 1)))) {
      return { text: text.slice(0, index).trimEnd(), comment: text.slice(index + 1).trim() }
    }
  }
  return { text, comment: '' }
}

export const joined = (field: string, key: string): string => (field === '' ? key : `${field}.${key}`)

/** An apostrophe within a word opens nothing. */
function opensQuote(text: string, index: number): boolean {
  const character = text.charAt(index)
  if (character !== '"' && character !== "'") return false
  return index === 0 || /[\s=([{,:]/.test(text.charAt(index - 1))
}

function unquoted(key: string): string {
  return unquoteText(key) ?? key
}

function jsonText(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}
