import { type Bus, BusError, type Hear } from './bus.js'

/** The bus within one process: handing over is a call, so nothing waits and nothing is copied. */
export function createMemoryBus(): Bus {
  const hearersBySubject = new Map<string, Hear[]>()
  const waiting = new Set<(error: BusError) => void>()
  let isClosed = false

  return {
    publish(subject, message) {
      if (isClosed) return
      // A list is never changed, only replaced: who comes or goes meanwhile is not in this one.
      for (const hear of hearersBySubject.get(subject) ?? []) hear(message)
    },
    request(subject, message) {
      const hear = isClosed ? undefined : hearersBySubject.get(subject)?.[0]
      if (hear === undefined) return Promise.reject(new BusError(`nobody answers on ${subject}`))
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        const settle = (): void => void waiting.delete(reject)
        try {
          Promise.resolve(hear(message)).then(resolve, reject).finally(settle)
        } catch (error) {
          settle()
          reject(error)
        }
      })
    },
    subscribe(subject, hear) {
      hearersBySubject.set(subject, [...(hearersBySubject.get(subject) ?? []), hear])
      return () => {
        const left = (hearersBySubject.get(subject) ?? []).filter((other) => other !== hear)
        if (left.length === 0) hearersBySubject.delete(subject)
        else hearersBySubject.set(subject, left)
      }
    },
    async close() {
      isClosed = true
      hearersBySubject.clear()
      for (const reject of waiting) reject(new BusError('the bus is closed'))
      waiting.clear()
    },
  }
}
