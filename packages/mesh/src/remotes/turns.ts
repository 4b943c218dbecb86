import { SkillError, Slots } from '@clawstead/skills'

/** Waits for a place among the calls that are under way; the returned function gives it back. */
export type Turns = (signal: AbortSignal) => Promise<() => void>

/**
 * Bounds how many calls one remote has under way, whichever of its skills they are for. Beyond that they wait here and not
 * in the sockets, so that what is known about the remote when their turn comes still counts.
 */
export function createTurns(runningMax: number): Turns {
  const slots = new Slots({ runningMax })
  const give = (): void => slots.free()
  return (signal) => {
    if (slots.take()) return Promise.resolve(give)
    return new Promise((resolve, reject) => {
      const leave = slots.wait(() => {
        signal.removeEventListener('abort', giveUp)
        resolve(give)
      })
      const giveUp = (): void => {
        leave?.()
        reject(signal.reason as Error)
      }
      if (leave === undefined) reject(new SkillError('busy', `${slots.waiting} calls of the remote wait already`))
      else if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
