import { createHash } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import type { Identity } from './identity.js'
import { COVERED, MESSAGE_TAG } from './message-signature.js'
import { createNonce } from './sign-call.js'

export type MessageToSign = {
  readonly identity: Identity
  readonly method: string
  readonly url: string
  readonly body?: string
  readonly nonce?: string
  readonly nowMs?: number
}

/** Headers that sign a whole HTTP request as RFC 9421 has it. */
export async function signMessage(message: MessageToSign): Promise<Readonly<Record<string, string>>> {
  const { identity, method, url, body = '', nonce = createNonce(), nowMs = Date.now() } = message
  const digest = createHash('sha256').update(body).digest('base64')
  const { machineContext } = identity
  const signed = await httpbis.signMessage(
    {
      name: 'mesh',
      fields: [...COVERED],
      params: ['created', 'nonce', 'keyid', 'alg', 'tag'],
      paramValues: { created: new Date(nowMs), nonce, tag: MESSAGE_TAG },
      key: {
        id: identity.publicKeyText,
        alg: 'ed25519',
        sign: (data) => Promise.resolve(Buffer.from(identity.sign(data), 'base64url')),
      },
    },
    {
      method,
      url,
      headers: {
        'content-type': 'application/json',
        'content-digest': `sha-256=:${digest}:`,
        'x-agent-id': identity.agentId,
        ...(machineContext === '' ? {} : { 'x-machine-context': machineContext }),
      },
    },
  )
  return Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]))
}
