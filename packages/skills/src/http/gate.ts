import type { IncomingHttpHeaders } from 'node:http'
import { type Caller, identifyCaller, type Right } from '../caller.js'
import { type DoorAnswer, plainText, type SignedCall } from '../door.js'
import { REPLAY_KEPT_MS } from '../limits.js'
import { bearerToken, unauthorized } from './bearer.js'
import { authenticate, type HmacPolicy } from './hmac.js'
import type { Logger } from './logger.js'
import { ReplayStore } from './replay-store.js'

/** A request before anybody knows who sent it. */
export type RawRequest = {
  readonly method: string
  /** Path only, without the query. */
  readonly path: string
  /** Text after the `?`. */
  readonly query?: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /** Address of the sender, as its connection has it. */
  readonly address?: string
  /** The route shows itself without a proof; a proof that is given must still hold. */
  readonly isPublic?: boolean
}

/** What the signature of a key proves. */
export type SignedCaller = {
  readonly meshId: string
  /** The key is in the keyring: its signature does in place of a token or a secret. */
  readonly isKnown: boolean
  readonly rights: readonly Right[]
  /** What was signed, for the door that answers. */
  readonly call?: SignedCall
}

/** Checks calls that are signed by a key of the caller's own. */
export type SignatureVerifier = {
  /** @returns undefined for a request that is not signed that way. */
  verify(request: RawRequest): { readonly signed: SignedCaller } | { readonly refused: DoorAnswer } | undefined
}

export type GateOptions = {
  readonly hmac?: HmacPolicy | undefined
  /** Bearer tokens by the name of whoever holds them; one of them does in place of a signature. */
  readonly tokenByName?: ReadonlyMap<string, string>
  /** Nobody comes in without a signature or a token. */
  readonly requiresProof?: boolean
  readonly signatures?: SignatureVerifier
  readonly now: () => number
  readonly log: Logger
  /** HMAC signatures already used. */
  readonly replays?: ReplayStore
}

/** Who calls, or why it is nobody. */
export type Gate = (request: RawRequest) => GateVerdict

export type GateVerdict = { readonly caller: Caller; readonly signed?: SignedCall } | { readonly refused: DoorAnswer }

/** The one place where proofs are looked at: a token, a signature of the mesh, or the shared secret. */
export function createGate(options: GateOptions): Gate {
  const { replays = new ReplayStore(), signatures, tokenByName, hmac } = options

  function checkSecret(request: RawRequest, policy: HmacPolicy, agentId: string): DoorAnswer | undefined {
    const [timestamp = '', signature = '', nonce = ''] = ['x-ts', 'x-signature', 'x-nonce'].map((name) =>
      headerText(request.headers, name),
    )
    const { method, path, body } = request
    const auth = authenticate({ agentId, timestamp, signature, nonce, method, path, body }, policy, options.now())
    if (!auth.ok) return plainText(401, auth.message)
    const verdict = replays.check(agentId.trim(), auth.signature, options.now())
    if (verdict === 'replayed') return plainText(409, 'replayed request')
    if (verdict === 'fresh') return undefined
    options.log.warn({}, 'replay store is full: requests are refused until old signatures expire')
    return {
      ...plainText(429, 'too many signed requests, try again later'),
      headers: { 'retry-after': `${REPLAY_KEPT_MS / 1000}` },
    }
  }

  return (request) => {
    const token = bearerToken(request, tokenByName)
    if (token === 'unknown') return { refused: unauthorized('unknown bearer token') }
    if (token !== undefined) return callerOf({ tokenName: token.name })
    const verdict = signatures?.verify(request)
    if (verdict !== undefined && 'refused' in verdict) return verdict
    const takesStrangers = options.requiresProof !== true || request.isPublic === true
    if (verdict !== undefined && (verdict.signed.isKnown || takesStrangers)) {
      const { meshId, rights, call } = verdict.signed
      const identified = callerOf({ meshId, rights })
      if ('refused' in identified || call === undefined) return identified
      return { caller: identified.caller, signed: call }
    }
    if (verdict !== undefined) return { refused: unauthorized('the key of this signature is not known here') }
    const agentId = headerText(request.headers, 'x-agent-id')
    // A shared secret's signature has no key; without any proof a public route still answers, to nobody in particular.
    if (request.isPublic === true && request.headers['x-signature'] === undefined) return callerOf({ agentId })
    if (hmac !== undefined) {
      const refused = checkSecret(request, hmac, agentId)
      if (refused !== undefined) return { refused }
    } else if (options.requiresProof === true) return { refused: unauthorized('missing bearer token') }
    return callerOf({ agentId })
  }
}

function callerOf(evidence: Parameters<typeof identifyCaller>[0]): GateVerdict {
  const identified = identifyCaller(evidence)
  return identified.ok ? identified : { refused: plainText(400, identified.message) }
}

/** Header bytes are UTF-8 here; Node hands them over one character per byte. */
function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return Buffer.from(text, 'latin1').toString('utf8')
}
