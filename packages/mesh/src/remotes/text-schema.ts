import { inputSchema, type JsonSchema, outputSchema, readSkillFile } from '@clawstead/skills'
import { SCHEMA_TEXT_DEPTH_MAX } from './limits.js'

type Members = Readonly<Record<string, unknown>>

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/
/** What stands around the fields does not matter: only they are looked at. */
const REST = 'dependencies:\nsignature_required: true\ntimeout: 5s'

/**
 * The schemas of a service that says what it takes and gives in the words of a SKILL.md, `{"query": "string"}`, and not as
 * JSON schemas.
 * @throws TypeError naming the field that cannot be read.
 */
export function schemasOfTexts({ inputs, outputs }: { readonly inputs: Members; readonly outputs: Members }): {
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
} {
  const head = ['name: a/b', 'version: 1.0', 'author: a', 'description: d']
  const text = [...head, 'inputs:', ...lines(inputs, 1), 'outputs:', ...lines(outputs, 1), REST, ''].join('\n')
  const reading = readSkillFile(text)
  if (!reading.ok) throw new TypeError(reading.complaints.map(({ field, rule }) => `${field}: ${rule}`).join('; '))
  return { inputSchema: inputSchema(reading.manifest), outputSchema: outputSchema(reading.manifest) }
}

function lines(tree: Members, depth: number): string[] {
  if (depth > SCHEMA_TEXT_DEPTH_MAX) throw new TypeError(`fields nested deeper than ${SCHEMA_TEXT_DEPTH_MAX}`)
  const indent = '  '.repeat(depth)
  return Object.entries(tree).flatMap(([name, value]) => {
    if (!FIELD_NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a field`)
    if (typeof value === 'string') return [`${indent}${name}: ${plainText(name, value)}`]
    if (Array.isArray(value)) return [`${indent}${name}: array`, ...items(name, value, depth + 1)]
    return [`${indent}${name}: object`, ...lines(membersIn(name, value), depth + 1)]
  })
}

/** What an array holds is said once, by its first item. */
function items(name: string, [first]: readonly unknown[], depth: number): string[] {
  const indent = '  '.repeat(depth)
  if (first === undefined) return []
  if (typeof first === 'string') return [`${indent}- ${plainText(name, first)}`]
  const [head = '', ...rest] = lines(membersIn(name, first), depth + 1)
  return [`${indent}- ${head.trimStart()}`, ...rest]
}

function plainText(name: string, text: string): string {
  if (/[\r\n]/.test(text)) throw new TypeError(`${name}: a type has one line`)
  return text
}

function membersIn(name: string, value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw new TypeError(`${name}: expected a type such as string`)
}
