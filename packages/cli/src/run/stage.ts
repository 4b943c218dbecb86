import { resolve } from 'node:path'
import type { Invocation } from '../command.js'
import { createLog, type Log } from '../output/log.js'
import { createProgress, type Progress } from '../output/progress.js'
import type { Surroundings } from '../output/terminal.js'
import { guardSettings } from '../settings/guards.js'
import { SETTINGS, type SettingValues } from '../settings/table/index.js'
import { runUntilStopped, type Session } from './session.js'

/** What the parts of a running command share. */
export interface Stage {
  readonly settings: Invocation['settings']
  readonly values: SettingValues
  readonly directory: string
  readonly environment: Surroundings['environment']
  /** A path of a setting, from the working directory. */
  resolvePath(path: string): string
  readonly log: Log
  readonly progress: Progress
  readonly session: Session
  /** Says that all is up: `facts` as one JSON line under --json, `words` to a person otherwise. */
  announce(facts: object, words: readonly string[]): void
}

/** Checks the settings, opens log and progress, and runs `start` until somebody asks to stop. */
export async function runStage(
  command: string,
  { settings, surroundings, process: control }: Invocation,
  start: (stage: Stage) => Promise<void>,
): Promise<number> {
  const { values } = settings
  const notes = [...settings.notes, ...guardSettings(command, values)]
  const progress = createProgress(surroundings, values.json)
  const log = createLog({
    surroundings,
    level: values['log-level'],
    isJson: values.json,
    secrets: secretsIn(values),
    aside: progress.aside,
  })
  for (const note of notes) log[note.level]({}, note.text)
  return runUntilStopped({
    log,
    progress,
    process: control,
    start: (session) =>
      start({
        settings,
        values,
        directory: surroundings.directory,
        environment: surroundings.environment,
        resolvePath: (path) => resolve(surroundings.directory, path),
        log,
        progress,
        session,
        announce(facts, words) {
          if (values.json) surroundings.stdout.write(`${JSON.stringify({ ready: true, ...facts, pid: process.pid })}\n`)
          else progress.line(words.join('\n'))
          log.debug(facts, 'ready')
        },
      }),
  })
}

function secretsIn(values: SettingValues): string[] {
  const all: Readonly<Record<string, unknown>> = values
  return SETTINGS.filter((one) => one.kind.masked)
    .map((one) => all[one.name])
    .filter((value) => typeof value === 'string')
}
