import type { IncomingMessage } from 'node:http'
import { BODY_BYTES_MAX, DISCARD_BYTES_MAX } from '../limits.js'

export type RequestBody = {
  readonly bytes: Uint8Array
  /** The sender sent more than the limit; `bytes` is only its beginning. */
  readonly isCut: boolean
}

/**
 * Read a body up to the limit. What comes beyond it is thrown away, so that the sender still hears the answer. Listens by
 * hand: an async iterator costs more than the rest of a small request.
 */
export function readBody(request: IncomingMessage, bytesMax: number = BODY_BYTES_MAX): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = []
    let keptBytes = 0
    let totalBytes = 0
    const finish = (): void => {
      const [only = Buffer.alloc(0)] = kept
      resolve({ bytes: kept.length <= 1 ? only : Buffer.concat(kept), isCut: totalBytes > bytesMax })
    }
    request.on('data', (chunk: Buffer) => {
      totalBytes += chunk.length
      if (totalBytes > bytesMax + DISCARD_BYTES_MAX) {
        request.destroy()
        return finish()
      }
      const room = bytesMax - keptBytes
      if (room <= 0) return
      const part = chunk.length <= room ? chunk : chunk.subarray(0, room)
      kept.push(part)
      keptBytes += part.length
    })
    request.once('end', finish)
    request.once('error', reject)
    // A sender that goes half-way ends nothing. An error made for every request would cost more than reading it.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the sender went away'))
    })
  })
}
