import { createHash, hash } from 'node:crypto'
import { LINK_BYTES } from './frame.js'

const SHORT_BYTES = 4096

/** Where a log that follows nothing begins. */
export const CHAIN_START = Buffer.alloc(32)

/** The chain after one more body: nothing before it can be changed, left out or swapped without changing this. */
export function nextChain(chain: Buffer, body: Uint8Array): Buffer {
  // One call is quicker for the many short bodies, not copying is for the few long ones.
  if (body.length <= SHORT_BYTES) return hash('sha256', Buffer.concat([chain, body]), 'buffer')
  return createHash('sha256').update(chain).update(body).digest()
}

/** The part of the chain that each frame carries; the whole of it is in the head of the next segment. */
export function linkOf(chain: Buffer): Buffer {
  return chain.subarray(0, LINK_BYTES)
}
