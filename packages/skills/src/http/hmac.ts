import { SIGNATURE_WINDOW_MS } from '../limits.js'
import { isSameSignature, type SignedParts, signPlain, signWithNonce } from './hmac-signature.js'

export type HmacPolicy = {
  readonly secret: string
  /** Take signatures of the form without a nonce: the one the skill document describes. */
  readonly allowLegacy: boolean
}

export type AuthRequest = {
  readonly agentId: string
  readonly timestamp: string
  readonly signature: string
  readonly nonce: string
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
}

export type AuthOutcome =
  | { readonly ok: true; readonly signature: string }
  | { readonly ok: false; readonly message: string }

/** The signature is checked over the bytes as they came, before anything in them is read. */
export function authenticate(request: AuthRequest, policy: HmacPolicy, nowMs: number): AuthOutcome {
  const agentId = request.agentId.trim()
  const timestamp = request.timestamp.trim()
  const signature = request.signature.trim().toLowerCase()
  const nonce = request.nonce.trim()

  if (agentId === '') return refuse('missing x-agent-id')
  if (timestamp === '') return refuse('missing x-ts')
  if (signature === '') return refuse('missing x-signature')
  if (nonce === '' && !policy.allowLegacy) return refuse('missing x-nonce')
  if (!/^[+-]?\d{1,19}$/.test(timestamp)) return refuse('bad x-ts')
  if (Math.abs(nowMs - Number(timestamp)) > SIGNATURE_WINDOW_MS) return refuse('x-ts outside window')

  const parts: SignedParts = { timestamp, method: request.method.toUpperCase(), path: request.path, body: request.body }
  const expected = [
    ...(nonce === '' ? [] : [signWithNonce(policy.secret, parts, { agentId, nonce })]),
    ...(policy.allowLegacy ? [signPlain(policy.secret, parts)] : []),
  ]
  // Every form is compared, so the time taken does not tell which one came close.
  const matches = expected.map((candidate) => isSameSignature(candidate, signature))
  return matches.includes(true) ? { ok: true, signature } : refuse('bad signature')
}

function refuse(message: string): AuthOutcome {
  return { ok: false, message }
}
