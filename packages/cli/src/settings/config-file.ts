import { readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'
import { UsageError } from '../errors.js'
import { plainText } from '../output/plain-text.js'
import { nearestName } from './nearest.js'
import { SETTINGS } from './table/index.js'

/** The file looked for in the working directory when no other is named. */
export const CONFIG_FILE = 'clawstead.yaml'
/** A settings file is a page of text; anything much larger is another file by mistake. */
const CONFIG_BYTES_MAX = 1024 * 1024

interface FileValue {
  readonly text: string
  readonly line: number
}

export interface ConfigFile {
  /** As it was named, for messages. */
  readonly path: string
  readonly values: ReadonlyMap<string, FileValue>
}

/** Reads the config file: the named one, which must exist, or the usual one, which may. */
export function loadConfigFile(directory: string, named?: string): ConfigFile | undefined {
  const path = named ?? CONFIG_FILE
  let content: string
  try {
    content = readFileSync(resolve(directory, path), 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' && named === undefined) return undefined
    throw new UsageError([
      code === 'ENOENT' ? `config file ${path} does not exist` : `config file ${path} cannot be read (${code})`,
    ])
  }
  return parseConfigFile(path, content, directory)
}

/** Strict: a key that is no setting, a key given twice and a value of the wrong shape are refused with file and line. */
export function parseConfigFile(path: string, content: string, directory: string): ConfigFile {
  if (content.length > CONFIG_BYTES_MAX) throw new UsageError([`${path}: larger than ${CONFIG_BYTES_MAX} bytes`])
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    throw new UsageError(
      document.errors.map((error) => `${path}:${lines.linePos(error.pos[0]).line}: ${error.message}`),
    )
  }
  const values = new Map<string, FileValue>()
  if (document.contents === null) return { path, values }
  if (!isMap(document.contents)) throw new UsageError([`${path}:1: must be a list of settings, \`name: value\``])

  const problems: string[] = []
  for (const pair of document.contents.items) {
    const line = lineOf(pair, lines)
    const name = isScalar(pair.key) ? String(pair.key.value) : ''
    const setting = SETTINGS.find((one) => one.name === name && one.inFile && !one.isForeign)
    if (!setting) {
      problems.push(
        `${path}:${line}: unknown setting ${JSON.stringify(name)}: the nearest is ${nearestName(name, FILE_KEYS)}`,
      )
      continue
    }
    const text = scalarText(pair.value)
    if (text === undefined) {
      problems.push(`${path}:${line}: ${name}: must be one value (${setting.kind.label})`)
      continue
    }
    const isRelative = setting.kind.isPath && text !== '' && !isAbsolute(text)
    values.set(name, { text: isRelative ? besideFile(path, text, directory) : text, line })
  }
  if (problems.length > 0) throw new UsageError(problems)
  return { path, values }
}

const FILE_KEYS = SETTINGS.filter((one) => one.inFile && !one.isForeign).map((one) => one.name)

function lineOf(pair: Pair, lines: LineCounter): number {
  const range = isScalar(pair.key) ? pair.key.range : undefined
  return lines.linePos(range?.[0] ?? 0).line
}

/** The text of a value as it was written, so that a secret made of digits keeps its zeros. A list becomes commas. */
function scalarText(node: unknown): string | undefined {
  if (isSeq(node)) {
    const items = node.items.map(scalarText)
    return items.every((item) => item !== undefined) ? items.join(',') : undefined
  }
  if (!isScalar(node) || node.value === null) return undefined
  if (typeof node.value === 'string') return node.value
  return node.source ?? plainText(node.value)
}

/** A path in the file is meant from the file's own folder. In the working directory's file it stays as short as it was. */
function besideFile(file: string, text: string, directory: string): string {
  const folder = join(resolve(directory, file), '..')
  return folder === resolve(directory) ? text : resolve(folder, text)
}
