import { SKILL_TIMEOUT_MS } from '../limits.js'
import { isMap, readYaml } from './extras.js'
import { readField, readFieldTree } from './field-tree.js'
import { jsonToLines } from './flow-fields.js'
import type { Stretch } from './layout.js'
import { type Entry, readEntries, readLines, splitComment, unquoteText } from './lines.js'
import type { Complaint, Extra, Field, FieldTree, SkillManifest } from './manifest.js'
import { type Read, readDependencies, readFlag, readName, readTimeout, readVersion } from './scalars.js'
import { checkSecretSlots } from './secret-texts.js'
import { unknownShapes } from './shapes.js'
import { SHAPE_NAME } from './type-text.js'

/** Lines every manifest must have. */
export const REQUIRED_KEYS = [
  'name',
  'version',
  'author',
  'description',
  'inputs',
  'outputs',
  'dependencies',
  'signature_required',
  'timeout',
] as const
/** Further lines that mean something to a part of this program. */
const KNOWN_EXTRAS: readonly string[] = ['run', 'main', 'metadata', 'secrets', 'permissions', 'types', 'license']
const OPTIONAL_MARK = /\s*\(optional\)$/

export type ManifestCore = Omit<SkillManifest, 'frontmatter' | 'instructions' | 'text'>
export type ManifestReading = {
  readonly manifest: ManifestCore | undefined
  readonly complaints: readonly Complaint[]
  readonly warnings: readonly Complaint[]
}

/** Reads the lines of a manifest, wherever in a file they stand. */
export function readManifest({ lines: texts, firstNumber }: Stretch): ManifestReading {
  const complaints: Complaint[] = []
  const warnings: Complaint[] = []
  const entries = readEntries(readLines(texts, firstNumber), '', complaints)
  const entryByKey = new Map(entries.map((entry) => [entry.key, entry]))
  for (const key of REQUIRED_KEYS) {
    if (!entryByKey.has(key)) complaints.push({ line: firstNumber, field: key, rule: 'is required' })
  }
  const rawLines = (entry: Entry): string[] => {
    const end = entries.find(({ line }) => line > entry.line)?.line ?? firstNumber + texts.length
    return texts.slice(entry.line - firstNumber, end - firstNumber)
  }

  function yamlOf(entry: Entry): Extra {
    const value = readYaml(rawLines(entry), { firstNumber: entry.line, field: entry.key }, complaints)
    return isMap(value) ? (Object.values(value)[0] ?? '') : ''
  }

  /** One line of plain text needs no YAML, and may hold what YAML would trip over, such as a colon. */
  function textOf(entry: Entry): string {
    const { text } = splitComment(entry.text)
    const isPlain = entry.below.length === 0 && !/^[|>&*!%@`]/.test(text)
    const plain = isPlain ? unquoteText(text) : undefined
    if (plain !== undefined) return plain
    const value = yamlOf(entry)
    if (typeof value === 'string') return value.trim()
    complaints.push({ line: entry.line, field: entry.key, rule: 'must be text' })
    return ''
  }

  function read<Value>(key: string, fallback: Value, reader: (text: string) => Read<Value>): Value {
    const entry = entryByKey.get(key)
    if (entry === undefined) return fallback
    const known = complaints.length
    const text = textOf(entry)
    const isLeftOut = splitComment(entry.text).text === '(optional)' && key !== 'name' && key !== 'version'
    if (complaints.length > known || isLeftOut) return fallback
    return settle(
      entry,
      reader(key === 'author' || key === 'description' ? text : text.replace(OPTIONAL_MARK, '')),
      fallback,
    )
  }

  function settle<Value>({ line, key }: Entry, result: Read<Value>, fallback: Value): Value {
    if (!result.ok) {
      complaints.push({ line, field: key, rule: result.rule })
      return fallback
    }
    if (result.remark !== undefined) warnings.push({ line, field: key, rule: result.remark })
    return result.value
  }

  function readTree(key: string): FieldTree {
    const entry = entryByKey.get(key)
    if (entry === undefined) return {}
    const { text } = splitComment(entry.text)
    if (text === '' || text === '(optional)' || text === 'object') {
      return readFieldTree(entry.below, key, { complaints, depth: 1 })
    }
    const flow = yamlOf(entry)
    if (isMap(flow)) return readFieldTree(jsonToLines(flow, entry.line), key, { complaints, depth: 1 })
    if (Array.isArray(flow) && flow.length === 0) return {}
    complaints.push({ line: entry.line, field: key, rule: 'must have one "name: type" per line below it' })
    return {}
  }

  function readTypes(): Record<string, Field> {
    const entry = entryByKey.get('types')
    if (entry === undefined) return {}
    const shapes = readEntries(entry.below, 'types', complaints).flatMap((shape) => {
      const path = `types.${shape.key}`
      if (!SHAPE_NAME.test(shape.key)) {
        complaints.push({ line: shape.line, field: path, rule: 'names of types start with a capital letter' })
        return []
      }
      const field = readField(shape, path, { complaints, depth: 1 })
      if (field?.optional === true) {
        complaints.push({
          line: shape.line,
          field: path,
          rule: 'a type cannot be optional; the field that uses it can',
        })
      }
      return field === undefined ? [] : [[shape.key, field] as const]
    })
    return Object.fromEntries(shapes)
  }

  function dependencies(): readonly string[] {
    const entry = entryByKey.get('dependencies')
    if (entry === undefined || splitComment(entry.text).text === '(optional)') return []
    return settle(entry, readDependencies(yamlOf(entry)), [])
  }

  const some = (text: string): Read<string> =>
    text === '' ? { ok: false, rule: 'must not be empty' } : { ok: true, value: text }
  const isOwn = (key: string): boolean => (REQUIRED_KEYS as readonly string[]).includes(key) || key === 'types'
  const extraEntries = entries.filter(({ key }) => !isOwn(key))
  const extras = Object.fromEntries(extraEntries.map((entry) => [entry.key, yamlOf(entry)]))
  for (const { key, line } of extraEntries) {
    if (!KNOWN_EXTRAS.includes(key))
      warnings.push({ line, field: key, rule: 'not a line of the manifest; kept as it is' })
  }
  const manifest: ManifestCore = {
    name: read('name', '', readName),
    version: read('version', '', readVersion),
    author: read('author', '', some),
    description: read('description', '', some),
    inputs: readTree('inputs'),
    outputs: readTree('outputs'),
    dependencies: dependencies(),
    signatureRequired: read('signature_required', true, readFlag),
    timeoutMs: read('timeout', SKILL_TIMEOUT_MS, readTimeout),
    types: readTypes(),
    extras,
  }
  const lineByKey = new Map(entries.map(({ key, line }) => [key, line]))
  complaints.push(...checkSecretSlots(extras, lineByKey))
  complaints.push(
    ...unknownShapes(manifest).map(({ key, ...rest }) => ({ line: lineByKey.get(key) ?? firstNumber, ...rest })),
  )
  return { manifest: complaints.length === 0 ? manifest : undefined, complaints, warnings }
}
