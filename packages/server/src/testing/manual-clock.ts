import type { HostClock } from '../host/clock.js'

/** A clock that stands still until told to move, and then calls back in the order things fall due. */
export interface ManualClock extends HostClock {
  /** Moves time on; everything that falls due in between is called at its own moment. */
  advance(byMs: number): void
}

export function createManualClock(): ManualClock {
  let nowMs = 0
  let nextNumber = 0
  const waiting: { atMs: number; number: number; callback: () => void }[] = []

  function takeDue(untilMs: number): (() => void) | undefined {
    waiting.sort((a, b) => a.atMs - b.atMs || a.number - b.number)
    const first = waiting[0]
    if (first === undefined || first.atMs > untilMs) return undefined
    waiting.shift()
    nowMs = Math.max(nowMs, first.atMs)
    return first.callback
  }

  return {
    now: () => nowMs,
    schedule(delayMs, callback) {
      const entry = { atMs: nowMs + Math.max(0, delayMs), number: nextNumber++, callback }
      waiting.push(entry)
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (let due = takeDue(untilMs); due !== undefined; due = takeDue(untilMs)) due()
      nowMs = untilMs
    },
  }
}
