import type { ServerResponse } from 'node:http'

/** Fires when the other side has gone before its answer was complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const check = (): void => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.closed) check()
  else response.once('close', check)
  return gone.signal
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
