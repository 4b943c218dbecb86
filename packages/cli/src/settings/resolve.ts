import { UsageError } from '../errors.js'
import type { ConfigFile } from './config-file.js'
import type { GivenFlag } from './flags.js'
import { nearestName } from './nearest.js'
import { type Origin, originText } from './origin.js'
import { type Setting, variableOf } from './setting.js'
import { FOREIGN_VARIABLES } from './table/foreign.js'
import { SETTINGS, type SettingValues } from './table/index.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** Something the person should know about their settings; it becomes one log line. */
export interface Note {
  readonly level: 'info' | 'warn'
  readonly text: string
}

export interface Resolution {
  readonly values: SettingValues
  readonly originByName: ReadonlyMap<string, Origin>
  readonly notes: readonly Note[]
  /** The config file that was read, if any. */
  readonly file?: string
}

interface Candidate {
  readonly text: string
  readonly origin: Origin
  /** A variable of the existing programs: what it cannot mean is skipped, as those programs do. */
  readonly isLenient: boolean
}

/** The one rule of precedence: flag, then environment, then config file, then default. */
export function resolveSettings(sources: {
  flags: readonly GivenFlag[]
  environment: Environment
  file?: ConfigFile | undefined
}): Resolution {
  const values = new Map<string, unknown>()
  const originByName = new Map<string, Origin>()
  const notes: Note[] = []
  const problems: string[] = []
  for (const one of SETTINGS) {
    const found = firstUsable(one, candidatesFor(one, sources), notes, problems)
    values.set(one.name, found ? found.value : fallbackOf(one, (name) => values.get(name)))
    originByName.set(one.name, found?.origin ?? { from: 'default' })
    if (found && one.withoutEffect) {
      notes.push({ level: 'warn', text: `${given(found.origin, one)} has no effect: ${one.withoutEffect}` })
    }
  }
  if (problems.length > 0) throw new UsageError(problems)
  notes.push(...notesOnVariables(sources.environment))
  return {
    values: Object.fromEntries(values) as SettingValues,
    originByName,
    notes: unique(notes),
    ...(sources.file ? { file: sources.file.path } : {}),
  }
}

function* candidatesFor(one: Setting, sources: Parameters<typeof resolveSettings>[0]): Generator<Candidate> {
  const flag = sources.flags.findLast((given) => given.setting === one.name)
  if (flag) yield { text: flag.text, origin: { from: 'flag', flag: flag.spelling }, isLenient: false }

  const own = one.isForeign ? [] : ownVariables(one)
  for (const { variable, negated } of own) {
    const text = sources.environment[variable]
    if (!text) continue
    yield { text: negated ? negate(one, text) : text, origin: { from: 'environment', variable }, isLenient: false }
  }
  for (const variable of one.environment) {
    const text = sources.environment[variable]?.trim()
    if (text) yield { text, origin: { from: 'environment', variable }, isLenient: true }
  }

  const entry = sources.file?.values.get(one.name)
  if (entry && sources.file) {
    yield { text: entry.text, origin: { from: 'file', path: sources.file.path, line: entry.line }, isLenient: false }
  }
}

function firstUsable(
  one: Setting,
  candidates: Iterable<Candidate>,
  notes: Note[],
  problems: string[],
): { value: unknown; origin: Origin } | undefined {
  for (const { text, origin, isLenient } of candidates) {
    if (text.trim() === '' && one.blank === 'not-given') continue
    const reading = one.kind.read(text)
    const isRefusedBlank = text === '' && one.blank === 'refused' && !(reading.ok && reading.remark)
    if (reading.ok && !isRefusedBlank) {
      if (reading.remark) notes.push({ level: 'info', text: `${originText(origin)}: ${reading.remark}` })
      return { value: reading.value, origin }
    }
    const problem = reading.ok ? 'needs a value' : reading.problem
    if (isLenient) notes.push({ level: 'warn', text: `${originText(origin)} is ignored: ${problem}` })
    else problems.push(`${given(origin, one)}: ${problem}`)
    if (!isLenient) return undefined
  }
  return undefined
}

/** `flag --port`, `env CLAWSTEAD_PORT`; in a file the name stands behind the line. */
function given(origin: Origin, one: Setting): string {
  return origin.from === 'file' ? `${origin.path}:${origin.line}: ${one.name}` : originText(origin)
}

function fallbackOf(one: Setting, read: (name: string) => unknown): unknown {
  return 'derive' in one.fallback ? one.fallback.derive(read) : one.fallback.value
}

/** `CLAWSTEAD_PAGE`, and for a switch also `CLAWSTEAD_NO_PAGE`, which reads like its flag. */
function ownVariables(one: Setting): { variable: string; negated: boolean }[] {
  const plain = { variable: variableOf(one.name), negated: false }
  if (one.kind.placeholder !== '') return [plain]
  return [plain, { variable: variableOf(`no-${one.name}`), negated: true }]
}

function negate(one: Setting, text: string): string {
  const reading = one.kind.read(text)
  return reading.ok ? String(!reading.value) : text
}

/** Variables that look like ours or like the existing programs' and mean nothing: said, so that a typo is not a mystery. */
function notesOnVariables(environment: Environment): Note[] {
  const known = SETTINGS.filter((one) => !one.isForeign).flatMap((one) =>
    ownVariables(one).map(({ variable }) => variable),
  )
  const notes: Note[] = []
  for (const variable of Object.keys(environment).sort()) {
    if (!environment[variable]) continue
    const foreign = FOREIGN_VARIABLES.find(({ name }) =>
      name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : variable === name,
    )
    if (foreign) notes.push({ level: 'warn', text: `env ${variable} has no effect: ${foreign.because}` })
    else if (variable.startsWith('CLAWSTEAD_') && !known.includes(variable)) {
      const nearest = nearestName(variable, known)
      notes.push({ level: 'warn', text: `env ${variable} is not a setting: the nearest is ${nearest}` })
    }
  }
  return notes
}

function unique(notes: readonly Note[]): Note[] {
  return notes.filter((note, index) => notes.findIndex((other) => other.text === note.text) === index)
}
