import { FIELD_TYPES, type Field, type FieldType } from './manifest.js'

/** What a typed line says before anything nested is looked at. */
export type TypeText =
  | { readonly ok: true; readonly field: Field; readonly isOptional: boolean; readonly defaultText?: string }
  | { readonly ok: false; readonly rule: string }

/** The name of a shape under `types`. */
export const SHAPE_NAME = /^[A-Z][A-Za-z0-9_]{0,63}$/

const PLURALS: Readonly<Record<string, FieldType>> = {
  strings: 'string',
  integers: 'integer',
  floats: 'float',
  booleans: 'boolean',
  arrays: 'array',
  objects: 'object',
}

/** Reads `integer (optional, default=500)`; an empty text leaves the type to what is nested below. */
export function readTypeText(text: string): TypeText {
  const open = text.indexOf('(')
  const words = (open === -1 ? text : text.slice(0, open)).trim()
  const field = words === '' ? undefined : readType(words)
  if (typeof field === 'string') return { ok: false, rule: field }
  const mods = open === -1 ? { isOptional: false } : readMods(text.slice(open))
  if (typeof mods === 'string') return { ok: false, rule: mods }
  return { ok: true, field: field ?? { type: 'patsyanalysis' }, ...mods }
}

/** @returns the rule it breaks, as text */
function readType(words: string): Field | string {
  const list = /^arrays? of\s+(.+)$/.exec(words)
  if (list !== null) {
    const items = readType(list[1] ?? '')
    return typeof items === 'string' ? items : { type: 'array', items }
  }
  const shape = /^patsyanalysis\s+(\S+)$/.exec(words)?.[1]
  if (shape !== undefined) {
    return SHAPE_NAME.test(shape)
      ? { type: 'patsyanalysis', shape }
      : `${shape}: names of types start with a capital letter`
  }
  const type = PLURALS[words] ?? FIELD_TYPES.find((known) => known === words)
  if (type !== undefined) return { type }
  if (SHAPE_NAME.test(words)) return { type: 'patsyanalysis', shape: words }
  return `unknown type ${JSON.stringify(words)}, known are ${FIELD_TYPES.join(', ')}, "array of ..." and names under types`
}

/** @returns the rule it breaks, as text */
function readMods(text: string): { readonly isOptional: boolean; readonly defaultText?: string } | string {
  const parts = splitMods(text)
  if (parts === undefined) return 'the bracket after the type is not closed, or something follows it'
  let isOptional = false
  let defaultText: string | undefined
  for (const part of parts) {
    const literal = /^default\s*=\s*(.*)$/s.exec(part)?.[1]
    if (part === 'optional') isOptional = true
    else if (literal !== undefined) defaultText = literal
    else return `unknown word ${JSON.stringify(part)} in the bracket, known are optional and default=...`
  }
  return { isOptional: isOptional || defaultText !== undefined, ...(defaultText === undefined ? {} : { defaultText }) }
}

/** Splits `(a, b="x, y")` at the commas that are outside of quotes and brackets. */
function splitMods(text: string): string[] | undefined {
  const parts: string[] = []
  let start = 1
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '"') {
      index = closingQuote(text, index)
    } else if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) {
      depth -= 1
      if (depth === 0) {
        parts.push(text.slice(start, index).trim())
        return index === text.length - 1 ? parts : undefined
      }
    } else if (character === ',' && depth === 1) {
      parts.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return undefined
}

function closingQuote(text: string, open: number): number {
  let index = open + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
