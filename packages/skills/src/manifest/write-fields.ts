import { writeDefault } from './defaults.js'
import type { Field } from './manifest.js'

const PLURAL_BY_TYPE: Readonly<Record<Field['type'], string>> = {
  string: 'strings',
  integer: 'integers',
  float: 'floats',
  boolean: 'booleans',
  array: 'arrays',
  object: 'objects',
  patsyanalysis: 'patsyanalysis',
}

/** A typed line and what is nested below it. */
export function fieldLines(name: string, field: Field, indent: number): string[] {
  return [`${' '.repeat(indent)}${keyText(name)}: ${typeLine(field)}`, ...linesBelow(field, indent + 2)]
}

/** Text as the value of a line: with quotes only where YAML or the manifest language would read something else. */
export function scalarText(text: string): string {
  const isPlain =
    /^[\p{L}\p{N}(][^\n\r\t"'#]*$/u.test(text) && !/:(\s|$)|\s$|^\(/.test(text) && !/[^\x20-\uffff]/.test(text)
  return isPlain ? text : JSON.stringify(text)
}

function keyText(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$.-]*$/.test(name) ? name : JSON.stringify(name)
}

function typeLine(field: Field): string {
  const hasDefault = Object.hasOwn(field, 'default')
  const mods = [
    ...(field.optional === true ? ['optional'] : []),
    ...(hasDefault ? [`default=${writeDefault(field.default)}`] : []),
  ]
  const bracket = mods.length === 0 ? '' : ` (${mods.join(', ')})`
  const comment = field.description === undefined ? '' : `  # ${field.description}`
  return `${typeWords(field)}${bracket}${comment}`
}

function typeWords(field: Field): string {
  const { type, shape, items } = field
  if (shape !== undefined) return `patsyanalysis ${shape}`
  if (type === 'array' && items !== undefined && fitsOneLine(items)) return `array of ${itemWords(items)}`
  return type
}

function itemWords(field: Field): string {
  const { type, shape, items } = field
  if (shape !== undefined) return shape
  return type === 'array' && items !== undefined ? `array of ${itemWords(items)}` : PLURAL_BY_TYPE[type]
}

/** An item without lines of its own: nothing nested, no comment. */
function fitsOneLine({ type, fields, items, description }: Field): boolean {
  if (fields !== undefined || description !== undefined) return false
  return items === undefined || (type === 'array' && fitsOneLine(items))
}

function linesBelow(field: Field, indent: number): string[] {
  const { type, fields, items } = field
  if (fields !== undefined) return Object.entries(fields).flatMap(([name, member]) => fieldLines(name, member, indent))
  if (items === undefined || (type === 'array' && fitsOneLine(items))) return []
  return itemLines(items, indent)
}

/** The one item that describes all of a list: fields of an object begin right after the dash. */
function itemLines(item: Field, indent: number): string[] {
  const dash = `${' '.repeat(indent)}- `
  const isPlainObject = item.type === 'object' && item.fields !== undefined && item.description === undefined
  const lines = isPlainObject
    ? linesBelow(item, indent + 2)
    : [`${' '.repeat(indent + 2)}${typeLine(item)}`, ...linesBelow(item, indent + 4)]
  const [first = '', ...others] = lines
  return [`${dash}${first.trimStart()}`, ...others]
}
