import type { IncomingMessage } from 'node:http'
import { BODY_BYTES_MAX, DISCARD_BYTES_MAX } from '../limits.js'

export type RequestBody = {
  readonly bytes: Uint8Array
  /** The sender sent more than the limit; `bytes` is only its beginning. */
  readonly isCut: boolean
}

/** Read a body up to the limit. What comes beyond it is thrown away, so that the sender still hears the answer. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const kept: Buffer[] = []
  let keptBytes = 0
  let totalBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    totalBytes += chunk.length
    if (totalBytes > BODY_BYTES_MAX + DISCARD_BYTES_MAX) break
    const room = BODY_BYTES_MAX - keptBytes
    if (room <= 0) continue
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room)
    kept.push(part)
    keptBytes += part.length
  }
  return { bytes: Buffer.concat(kept), isCut: totalBytes > BODY_BYTES_MAX }
}
