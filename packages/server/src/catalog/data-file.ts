import { readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { CatalogError, type CatalogProblem } from './catalog-error.js'

/** Largest catalog, tuning or worlds file that is read. */
const DATA_FILE_BYTES_MAX = 4 * 1024 * 1024

/** The path as a person would type it: relative to a base when inside it. */
export function shownPath(path: string, base: string): string {
  const inside = relative(base, path)
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)
  return isInside ? inside.split(sep).join('/') : path
}

/** Reads JSON (`.json`) or YAML (anything else, of which JSON is a part) into plain data. `shown` names the file in errors. */
export function readDataFile(path: string, shown: string): unknown {
  const text = readText(path, shown)
  try {
    return path.endsWith('.json') ? JSON.parse(text) : parseYaml(text)
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new CatalogError([{ file: shown, path: '', message: `cannot be parsed: ${reason}` }], { cause })
  }
}

function readText(path: string, shown: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const message = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new CatalogError([{ file: shown, path: '', message }], { cause })
  }
  if (bytes.length > DATA_FILE_BYTES_MAX) {
    const message = `must have at most ${DATA_FILE_BYTES_MAX} bytes, has ${bytes.length}`
    throw new CatalogError([{ file: shown, path: '', message }])
  }
  return bytes.toString('utf8')
}

/** What every schema of the protocol package can do. */
export interface Schema<Value> {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

export type Checked<Value> = { readonly value: Value } | { readonly problems: readonly CatalogProblem[] }

/** The checked value, or what is wrong with it. */
export function check<Value>(schema: Schema<Value>, data: unknown, shown: string): Checked<Value> {
  const result = schema.safeParse(data)
  if (result.success) return { value: result.data }
  const problems = result.error.issues.map((issue) => ({
    file: shown,
    path: fieldPath(issue.path),
    message: issue.message,
  }))
  return { problems }
}

/** `["recipes", 3, "item"]` as `recipes[3].item`. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}
