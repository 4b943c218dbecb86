import { randomBytes } from 'node:crypto'
import { canonicalJson } from '@clawstead/skills'
import { type Params, withAudience } from './audience.js'
import type { Identity } from './identity.js'
import { signedText } from './signed-text.js'

export type CallToSign = {
  readonly identity: Identity
  /** Full name of the skill, or the method of a JSON-RPC request. */
  readonly method: string
  readonly params?: Params
  /** The URL that will be called: signed as the audience, so that no other node can be made to answer. */
  readonly url?: string
  readonly nonce?: string
  readonly nowMs?: number
  /** Echoed in the answer. */
  readonly id?: string | number
  /** Further members of the body, such as `jsonrpc`. They are not signed. */
  readonly extra?: Readonly<Record<string, unknown>>
}

export type SignedRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What the answer must echo. */
  readonly nonce: string
}

const NONCE_BYTES = 18

/** What a client sends: nonce and timestamp in the headers and, equal, in the body. */
export function signCall(call: CallToSign): SignedRequest {
  const { identity, method, url, id, extra, nonce = createNonce(), nowMs = Date.now() } = call
  const params = url === undefined ? (call.params ?? {}) : withAudience(call.params ?? {}, url)
  const timestamp = String(nowMs)
  const signature = identity.sign(signedText({ method, paramsText: canonicalJson(params), nonce, timestamp }))
  return {
    headers: { 'content-type': 'application/json', ...identityHeaders(identity, { nonce, timestamp, signature }) },
    body: JSON.stringify({ ...extra, ...(id === undefined ? {} : { id }), method, params, nonce, timestamp }),
    nonce,
  }
}

export function createNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url')
}

/** The headers that say who signed and what belongs to the signature. */
export function identityHeaders(
  { agentId, publicKeyText, machineContext }: Identity,
  { nonce, timestamp, signature }: { readonly nonce: string; readonly timestamp: string; readonly signature: string },
): Record<string, string> {
  return {
    'x-agent-id': agentId,
    'x-pubkey': publicKeyText,
    'x-nonce': nonce,
    'x-timestamp': timestamp,
    'x-signature': signature,
    ...(machineContext === '' ? {} : { 'x-machine-context': machineContext }),
  }
}
