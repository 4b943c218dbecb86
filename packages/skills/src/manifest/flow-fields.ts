import type { Line } from './lines.js'
import type { Extra } from './manifest.js'

/** Fields that were written in YAML's one-line form, or came as JSON, as the lines they stand for. */
export function jsonToLines(map: { readonly [key: string]: Extra }, number: number, indent = 0): Line[] {
  return Object.entries(map).flatMap(([key, value]) => memberLines(JSON.stringify(key), value, number, indent))
}

function memberLines(key: string, value: Extra, number: number, indent: number): Line[] {
  if (typeof value === 'string') return [{ number, indent, text: `${key}: ${value}`.trimEnd() }]
  const head = { number, indent, text: `${key}:` }
  if (Array.isArray(value)) return [head, ...value.flatMap((item: Extra) => itemLines(item, number, indent + 2))]
  return [head, ...jsonToLines(value as { readonly [key: string]: Extra }, number, indent + 2)]
}

function itemLines(item: Extra, number: number, indent: number): Line[] {
  if (typeof item === 'string') return [{ number, indent, text: `- ${item}`.trimEnd() }]
  const dash = { number, indent, text: '-' }
  if (Array.isArray(item)) return [dash, ...item.flatMap((inner: Extra) => itemLines(inner, number, indent + 2))]
  return [dash, ...jsonToLines(item as { readonly [key: string]: Extra }, number, indent + 2)]
}
