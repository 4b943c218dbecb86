import { constants } from 'node:os'

/** The part of `process` that delivers signals. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
}

/** What a running command needs of its process. */
export interface ProcessControl {
  readonly signals: SignalSource
  readonly exitNow: (code: number) => void
  /** Whether a terminal is on any of its streams. */
  readonly hasTerminal: boolean
}

/**
 * The first request to stop fires `onStop`; the next one, whichever signal it is, ends the process at once
 * with 128 + its number (130 for Ctrl-C). Returns how to stop listening.
 *
 * SIGHUP says that the terminal is gone. Without a terminal (under nohup, in the background of a script) there is none to
 * lose, and it is passed by: Node has forgotten by then that nohup asked for just that.
 */
export function listenForStop(
  { signals, exitNow, hasTerminal }: ProcessControl,
  onStop: (signal: NodeJS.Signals) => void,
): () => void {
  let isStopping = false
  const listener = (signal: NodeJS.Signals) => {
    if (signal === 'SIGHUP' && !hasTerminal) return
    if (isStopping) return exitNow(128 + constants.signals[signal])
    isStopping = true
    onStop(signal)
  }
  for (const signal of STOP_SIGNALS) signals.on(signal, listener)
  return () => {
    for (const signal of STOP_SIGNALS) signals.off(signal, listener)
  }
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
