import type { Connection } from './connection-types.js'
import { ConnectionError } from './errors.js'
import type { CursoredEvent } from './event-log.js'
import { EVENT_RING_MAX } from './limits.js'

/** The events of a connection from now on, for `for await`. Ends when the connection ends. */
export function eventStream(connection: Connection): AsyncIterableIterator<CursoredEvent> {
  const queue: CursoredEvent[] = []
  let wake: (() => void) | undefined
  let isOver = connection.phase === 'ended'
  let isOverrun = false

  const stopEvents = connection.on('event', (entry) => {
    if (queue.length >= EVENT_RING_MAX) isOverrun = true
    else queue.push(entry)
    wake?.()
  })
  const stopEnd = connection.on('ended', () => {
    isOver = true
    wake?.()
  })
  const stop = (): void => {
    stopEvents()
    stopEnd()
    isOver = true
    wake?.()
  }

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      for (;;) {
        const entry = queue.shift()
        if (entry !== undefined) return { done: false, value: entry }
        if (isOverrun) {
          stop()
          throw new ConnectionError('overrun', `the reader of events fell more than ${EVENT_RING_MAX} behind`)
        }
        if (isOver) return { done: true, value: undefined }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async return() {
      stop()
      return { done: true, value: undefined }
    },
  }
}
