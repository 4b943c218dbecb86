import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Fires when the other side has gone before its answer was complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Pass a stream on as it comes, no faster than it is read; when the reader goes, the source is told. */
export async function sendStream(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  const onClose = (): void => void reader.cancel().catch(() => undefined)
  response.once('close', onClose)
  response.flushHeaders()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.destroyed) break
      if (!response.write(value)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  } catch {
    // The source broke: what was sent stands, and the end of the connection says that there was more.
    response.destroy()
  } finally {
    response.off('close', onClose)
    response.end()
  }
}
