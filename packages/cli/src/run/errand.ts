import { resolve } from 'node:path'
import type { Invocation } from '../command.js'
import { createLog, type Log } from '../output/log.js'
import type { OutputStream } from '../output/terminal.js'
import type { SettingValues } from '../settings/table/index.js'
import { listenForStop } from './signals.js'

/** What a command that ends by itself is handed. */
export interface Errand {
  readonly values: SettingValues
  /** A path of a setting, from the working directory. */
  resolvePath(path: string): string
  readonly stdout: OutputStream
  readonly environment: Invocation['surroundings']['environment']
  readonly log: Log
  /** Fires when somebody asks to stop before the end. */
  readonly signal: AbortSignal
}

/** Runs a command that ends by itself, or earlier when somebody asks for it. */
export async function runErrand(
  { settings, surroundings, process: control }: Invocation,
  work: (errand: Errand) => Promise<number>,
): Promise<number> {
  const { values, notes } = settings
  const log = createLog({
    surroundings,
    level: values['log-level'],
    isJson: values.json,
    secrets: [],
    aside: (write) => write(),
  })
  for (const note of notes) log[note.level]({}, note.text)
  const stop = new AbortController()
  const stopListening = listenForStop(control, (signal) => {
    log.debug({ signal }, 'stopping')
    stop.abort()
  })
  try {
    return await work({
      values,
      resolvePath: (path) => resolve(surroundings.directory, path),
      stdout: surroundings.stdout,
      environment: surroundings.environment,
      log,
      signal: stop.signal,
    })
  } finally {
    stopListening()
  }
}

/** A signal that fires after a time, or with another one; `0` leaves only the other. */
export function endAfter(milliseconds: number, signal: AbortSignal): { readonly signal: AbortSignal; clear(): void } {
  const end = new AbortController()
  const abort = (): void => end.abort()
  const timer = milliseconds > 0 ? setTimeout(abort, milliseconds) : undefined
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return {
    signal: end.signal,
    clear() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}
