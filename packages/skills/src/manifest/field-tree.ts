import { readDefault } from './defaults.js'
import { type Entry, joined, type Line, linesBelow, readEntries, readKey, splitComment } from './lines.js'
import type { Complaint, Field, FieldTree } from './manifest.js'
import { readTypeText } from './type-text.js'

/** Deepest nesting of fields. */
const FIELD_DEPTH_MAX = 16
const FIELD_NAME_LENGTH_MAX = 128

type Context = { readonly complaints: Complaint[]; readonly depth: number }

/** The fields of `inputs`, `outputs` or an object: one `name: type` per line. */
export function readFieldTree(lines: readonly Line[], field: string, context: Context): FieldTree {
  const entries = readEntries(lines, field, context.complaints)
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = joined(field, entry.key)
      if (entry.key === '' || entry.key === '__proto__' || entry.key.length > FIELD_NAME_LENGTH_MAX) {
        context.complaints.push({ line: entry.line, field: path, rule: 'not usable as the name of a field' })
        return []
      }
      const read = readField(entry, path, context)
      return read === undefined ? [] : [[entry.key, read] as const]
    }),
  )
}

/** One typed line with what is nested below it. Reports what is wrong and gives undefined. */
export function readField(entry: Entry, path: string, context: Context): Field | undefined {
  const { complaints, depth } = context
  const complain = (rule: string): undefined => void complaints.push({ line: entry.line, field: path, rule })
  if (depth > FIELD_DEPTH_MAX) return complain(`nested deeper than ${FIELD_DEPTH_MAX}`)
  const { text, comment } = splitComment(entry.text)
  const read = readTypeText(text)
  if (!read.ok) return complain(read.rule)
  const wordless = /^(\(|$)/.test(text)
  const known = complaints.length
  const nested = readNested(read.field, wordless, entry, path, { complaints, depth: depth + 1 })
  if (typeof nested === 'string') return complain(nested)
  if (complaints.length > known) return undefined
  const { isOptional, defaultText } = read
  const given = defaultText === undefined ? undefined : readDefault(defaultText, nested)
  if (given?.ok === false) return complain(given.rule)
  return {
    ...nested,
    ...(isOptional ? { optional: true } : {}),
    ...(given === undefined ? {} : { default: given.value }),
    ...(comment === '' ? {} : { description: comment }),
  }
}

/** The type with the shape of the lines below it. @returns the rule it breaks, as text */
function readNested(field: Field, wordless: boolean, entry: Entry, path: string, context: Context): Field | string {
  const { below } = entry
  const [first] = below
  if (first === undefined) return wordless ? 'a type is missing' : field
  const isList = /^-(\s|$)/.test(first.text)
  const { type } = field
  if (field.shape !== undefined || field.items !== undefined)
    return `nothing can be nested below ${JSON.stringify(entry.text)}`
  if (isList && (wordless || type === 'array' || type === 'patsyanalysis')) {
    const items = readItems(below, path, context)
    return { type: wordless ? 'array' : type, ...(items === undefined ? {} : { items }) }
  }
  if (!isList && (wordless || type === 'object' || type === 'patsyanalysis')) {
    return { type: wordless ? 'object' : type, fields: readFieldTree(below, path, context) }
  }
  return isList
    ? `${type} cannot have list items below it`
    : `${type} cannot have fields below it${type === 'array' ? '; begin the first with "- "' : ''}`
}

/** What stands after the dash: a type, or the first field of an object. */
function readItems(lines: readonly Line[], path: string, context: Context): Field | undefined {
  const { complaints } = context
  const [dash, ...others] = lines as [Line, ...Line[]]
  const level = dash.indent
  const second = others.find((line) => line.indent <= level)
  if (second !== undefined) {
    const rule = second.text.startsWith('-') ? 'a list has one kind of item; describe it once' : 'expected "- "'
    complaints.push({ line: second.number, field: `${path}[]`, rule })
    return undefined
  }
  const text = dash.text.slice(1).trimStart()
  const column = level + (dash.text.length - text.length)
  const below = linesBelow(lines, 0, level)
  if (text !== '' && readKey(text) !== undefined) {
    const fieldLines = [{ number: dash.number, indent: column, text }, ...below]
    return { type: 'object', fields: readFieldTree(fieldLines, `${path}[]`, context) }
  }
  const item = readField({ key: '', text, line: dash.number, below }, `${path}[]`, context)
  if (item?.optional === true) {
    complaints.push({ line: dash.number, field: `${path}[]`, rule: 'items of a list cannot be optional' })
    return undefined
  }
  return item
}
