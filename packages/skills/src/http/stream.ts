import type { ServerResponse } from 'node:http'
import type { GoneSignal } from '../gone-signal.js'

/**
 * Fires when the other side has gone before its answer was complete. Costs nothing until somebody listens: most answers are
 * over before anybody could go.
 */
export function goneSignal(response: ServerResponse): GoneSignal {
  return new ResponseGone(response)
}

class ResponseGone implements GoneSignal {
  readonly #response: ServerResponse
  #listeners: readonly (() => void)[] = []

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get aborted(): boolean {
    return this.#response.closed && !this.#response.writableFinished
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listeners.length === 0) this.#response.once('close', this.#onClose)
    this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener)
    if (this.#listeners.length === 0) this.#response.off('close', this.#onClose)
  }

  readonly #onClose = (): void => {
    const told = this.#listeners
    this.#listeners = []
    if (this.aborted) for (const listener of told) listener()
  }
}

/** Pass a stream on as it comes, no faster than it is read; when the reader goes, the source is told. */
export async function sendStream(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  const onClose = (): void => void reader.cancel().catch(() => undefined)
  if (response.closed) return onClose()
  response.once('close', onClose)
  response.flushHeaders()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.destroyed) break
      if (!response.write(value)) await drained(response)
    }
  } catch {
    // The source broke: what was sent stands, and the end of the connection says that there was more.
    response.destroy()
  } finally {
    response.off('close', onClose)
    response.end()
  }
}

/** Resolves when there is room again, or nobody left to write to. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.once('drain', done).once('close', done)
  })
}
