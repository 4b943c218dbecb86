import { parseDocument } from 'yaml'
import type { Complaint, Extra } from './manifest.js'

/** Real YAML whose scalars all stay text. Reports mistakes with their line in the file. */
export function readYaml(
  lines: readonly string[],
  place: { readonly firstNumber: number; readonly field: string },
  complaints: Complaint[],
): Extra | undefined {
  const text = lines.join('\n').trimEnd()
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0])
    const line = place.firstNumber + before.split('\n').length - 1
    complaints.push({ line, field: place.field, rule: `not YAML: ${error.message}` })
    return undefined
  }
  try {
    return (document.toJS({ maxAliasCount: 0 }) ?? '') as Extra
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    complaints.push({ line: place.firstNumber, field: place.field, rule: `not YAML: ${reason}` })
    return undefined
  }
}

export function isMap(value: Extra | undefined): value is { readonly [key: string]: Extra } {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Every text in a value with the way to it. */
export function textsIn(value: Extra, path: string): readonly { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item: Extra, index) => textsIn(item, `${path}[${index}]`))
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, `${path}.${key}`))
}
