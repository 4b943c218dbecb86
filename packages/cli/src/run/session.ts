import { EXIT } from '../errors.js'
import type { Log } from '../output/log.js'
import type { Progress } from '../output/progress.js'
import { createParts, type Parts } from './parts.js'
import { listenForStop, type ProcessControl } from './signals.js'

/** What a running command is made of while it runs. */
export interface Session {
  readonly parts: Parts
  /** Fires when the person asks to stop, also in the middle of starting. */
  readonly signal: AbortSignal
}

/**
 * Starts, runs until a stop is asked for, and closes everything in reverse order. A start that fails closes what it had
 * already opened before the failure is passed on.
 */
export async function runUntilStopped(options: {
  start(session: Session): Promise<void>
  log: Log
  progress: Progress
  process: ProcessControl
}): Promise<number> {
  const { log, progress } = options
  const say = (line: string, message: string, fields: object = {}) =>
    progress.isQuiet ? log.info(fields, message) : progress.line(line)
  const parts = createParts(log)
  const stop = new AbortController()
  const stopRequested = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const stopListening = listenForStop(options.process, (signal) => {
    say(`\nStopping (${signal}). Once more ends it at once.`, 'stopping', { signal })
    stop.abort()
  })
  const close = () => parts.closeAll((name) => say(`  closing ${name}`, 'closing', { part: name }))

  try {
    try {
      await options.start({ parts, signal: stop.signal })
    } catch (error) {
      await close()
      if (!stop.signal.aborted) throw error
      say('Stopped before it was ready.', 'stopped before it was ready')
      return EXIT.ok
    }
    await stopRequested
    const { failed } = await close()
    if (failed.length > 0) return EXIT.failure
    say('Stopped.', 'stopped')
    return EXIT.ok
  } finally {
    stopListening()
  }
}
