import { KNOWN_VERSIONS, Tuning, unknownName } from '@clawstead/protocol'
import type { CatalogProblem } from './catalog-error.js'
import { type Checked, check } from './data-file.js'

/** The chunk size that files of the flat server state; it says nothing about the height of ours. */
const FLAT_CHUNK_SIZE = '[16,16,1]'

/** Settings that are tables: a file changes the rows it names, and a row of null is taken out. */
const TABLES = ['worldgen', 'starter_items', 'rate_limits', 'claim_maintenance_cost'] as const

type Row = Record<string, unknown>

export interface TuningSources {
  readonly defaults: unknown
  readonly defaultsFile: string
  /** What the operator wrote, if anything. */
  readonly override?: { readonly data: unknown; readonly file: string } | undefined
}

/** The catalog's tuning with the named settings replaced, checked as a whole. */
export function resolveTuning(sources: TuningSources): Checked<Tuning> {
  const base = check(Tuning, sources.defaults, sources.defaultsFile)
  if ('problems' in base || sources.override === undefined) return base
  const { data, file } = sources.override
  // An empty file names nothing.
  const named = data ?? {}
  if (!isRow(named)) return { problems: [{ file, path: '', message: 'must be an object of settings' }] }
  const stated = wrongStatements(named, base.value, file)
  if (stated.length > 0) return { problems: stated }
  return check(Tuning, merged(base.value, named), file)
}

/** Settings that only state what must hold anyway. */
function wrongStatements(named: Row, base: Tuning, file: string): CatalogProblem[] {
  const problems: CatalogProblem[] = []
  const version = named['protocol_version']
  if (version !== undefined && !(KNOWN_VERSIONS as readonly string[]).includes(versionText(version))) {
    const message = `must be one of ${KNOWN_VERSIONS.join(', ')}, got ${JSON.stringify(version)}`
    problems.push({ file, path: 'protocol_version', message })
  }
  const chunk = JSON.stringify(named['chunk_size'])
  const chunks = [...new Set([FLAT_CHUNK_SIZE, JSON.stringify(base.chunk_size)])]
  if (chunk !== undefined && !chunks.includes(chunk)) {
    problems.push({ file, path: 'chunk_size', message: `must be ${chunks.join(' or ')}, got ${chunk}` })
  }
  for (const [given, derived] of TICK_PAIR) {
    const value = named[given]
    if (named[derived] !== undefined || typeof value !== 'number' || 1000 % value === 0) continue
    problems.push({ file, path: given, message: `must divide 1000, got ${value}` })
  }
  return problems
}

/** YAML reads an unquoted 1.0 as the number one. */
function versionText(version: unknown): string {
  return typeof version === 'number' ? version.toFixed(1) : String(version)
}

const TICK_PAIR = [
  ['tick_rate_hz', 'tick_duration_ms'],
  ['tick_duration_ms', 'tick_rate_hz'],
] as const

function merged(base: Tuning, named: Row): Row {
  const result: Row = { ...base, ...named, chunk_size: base.chunk_size }
  delete result['protocol_version']
  for (const [given, derived] of TICK_PAIR) {
    const value = named[given]
    if (typeof value === 'number' && named[derived] === undefined) result[derived] = 1000 / value
  }
  for (const table of TABLES) {
    const rows = named[table]
    if (!isRow(rows)) continue
    const all: Row = { ...base[table], ...rows }
    result[table] = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
  }
  return result
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Items that a tuning names and the catalog does not have. */
export function wrongTuningItems(
  { value, file }: { readonly value: Tuning; readonly file: string },
  items: readonly { readonly value: { readonly id: string } }[],
): CatalogProblem[] {
  const known = new Set(items.map((item) => item.value.id))
  return (['starter_items', 'claim_maintenance_cost'] as const).flatMap((table) =>
    Object.keys(value[table])
      .filter((id) => !known.has(id))
      .map((id) => ({ file, path: `${table}.${id}`, message: unknownName('item', id, known) })),
  )
}
