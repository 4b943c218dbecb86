import { createHash, hash } from 'node:crypto'
import { MACHINE_CONTEXT_CHARS_MAX } from './limits.js'

const VISIBLE_ASCII = /^[\x21-\x7e]*$/
const AGENT_ID = /^[0-9a-f]{64}$/
const CONTEXT_CHARS = 22

/**
 * SHA-256 of the key's 32 bytes followed by the machine context. The key comes first and has a fixed length, so no two
 * pairs give the same text; without a context it is the id that other programs make from the key alone.
 */
export function agentIdOf(publicKey: Uint8Array, machineContext: string): string {
  return hash('sha256', Buffer.concat([publicKey, Buffer.from(machineContext, 'utf8')]))
}

export function isAgentId(text: string): boolean {
  return AGENT_ID.test(text)
}

export function isMachineContext(text: string): boolean {
  return text.length <= MACHINE_CONTEXT_CHARS_MAX && VISIBLE_ASCII.test(text)
}

/** Tells machines apart without telling anything about them: the machine's own id cannot be read back from it. */
export function machineContextOf(machineId: string): string {
  return createHash('sha256')
    .update(`clawstead machine context\n${machineId}`)
    .digest('base64url')
    .slice(0, CONTEXT_CHARS)
}
