import type { Logger, RawRequest, SignatureVerifier, SignedCall, SignedCaller } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { audienceOf, isOwnUrl, type Params } from './audience.js'
import { type CallerKey, proofHeader, readCallerKey } from './caller-key.js'
import { type Carried, readCarried, timestampProblem } from './carriers.js'
import { isSignedBy } from './ed25519.js'
import { signatureFromText } from './encodings.js'
import { FailureBudget } from './failure-budget.js'
import type { Identity } from './identity.js'
import type { Keyring } from './keyring.js'
import { hasMessageSignature, readMessageSignature } from './message-signature.js'
import { isListedFor, type MeshPolicy } from './policy.js'
import { type ReadCall, readCall, skillOfPath } from './read-call.js'
import { type Refused, refusalAnswer, refuse } from './refusal.js'
import type { ReplayCache, ReplayVerdict } from './replay-cache.js'
import { sha256Hex } from './sha256.js'
import { signedText } from './signed-text.js'

export type VerifierOptions = {
  readonly identity: Identity
  readonly keyring: Keyring
  readonly replays: ReplayCache
  readonly policy: MeshPolicy
  readonly now: () => number
  /** URLs of this node's `/mcp` as others write them; asked for at each call, since a port may only be known later. */
  readonly publicUrls: () => readonly string[]
  readonly log: Logger
}

/** What was verified, with what is needed to verify it again without the request. */
export type VerifiedCall = SignedCall & {
  readonly machineContext?: string
  /** Canonical JSON of the params. */
  readonly paramsText?: string
  /** There when the whole HTTP request was signed (RFC 9421) instead of method, params, nonce and timestamp. */
  readonly message?: { readonly base: string; readonly body: string }
}

/** A signature together with the bytes it must fit. */
export type Proof = {
  readonly key: CallerKey
  readonly call: ReadCall
  readonly carried: Carried
  readonly signature: Buffer
  readonly data: string
  readonly paramsText: string
  /** The signature itself says which URL it is meant for. */
  readonly bindsTarget: boolean
  readonly message?: VerifiedCall['message']
}

const RETRY_WHEN_FULL_SECONDS = 60
const PROOF_HEADERS = ['X-Agent-ID', 'X-PubKey', 'X-Signature']

/**
 * Checks signed requests, the cheap things first: a flood of bad ones costs little, and what is verified was worth it.
 * Everything that the door later acts on comes out of the bytes that were verified.
 */
export function createVerifier(options: VerifierOptions): SignatureVerifier {
  const failures = new FailureBudget()

  function check(request: RawRequest, nowMs: number): SignedCaller | Refused {
    const proof = hasMessageSignature(request)
      ? readMessageSignature(request, options, nowMs)
      : readHeaderSignature(request, options, nowMs)
    if ('status' in proof) return proof
    const problem = policyProblem(request, proof, options)
    if (problem !== undefined) return problem
    const { key, call, carried, signature, data } = proof
    const signatureText = signature.toString('base64url')
    // Without a nonce the signature itself is what must not come twice.
    const nonce = carried.nonce === '' ? signatureText : carried.nonce
    const seen = replayProblem(options.replays.look(key.agentId, nonce, nowMs))
    if (seen !== undefined) return seen
    if (!isSignedBy(key.raw, data, signature)) return badSignature(proof)
    // Only now: who cannot sign must not be able to use up another's nonce.
    const taken = replayProblem(options.replays.take(key.agentId, nonce, nowMs))
    if (taken !== undefined) return taken
    const verified: VerifiedCall = {
      agentId: key.agentId,
      publicKey: key.text,
      machineContext: key.machineContext,
      method: call.method,
      params: call.params,
      paramsText: proof.paramsText,
      body: call.body,
      nonce: carried.nonce,
      timestamp: carried.timestamp,
      signature: signatureText,
      ...(proof.message === undefined ? {} : { message: proof.message }),
    }
    return { meshId: key.agentId, isKnown: key.isKnown, rights: key.rights, call: verified }
  }

  return {
    verify(request) {
      if (!isSigned(request)) return undefined
      const nowMs = options.now()
      const { address } = request
      const waitSeconds = address === undefined ? undefined : failures.waitSeconds(address, nowMs)
      if (waitSeconds !== undefined) {
        return { refused: refusalAnswer(refuse(429, 'too many bad signatures from this address', waitSeconds)) }
      }
      const verdict = check(request, nowMs)
      if (!('status' in verdict)) return { signed: verdict }
      if (address !== undefined && verdict.status !== 503) failures.spend(address, nowMs, request.body.length)
      options.log.debug({ path: request.path, status: verdict.status, reason: verdict.message }, 'signed call refused')
      return { refused: refusalAnswer(verdict) }
    },
  }
}

/**
 * Two schemes share header names. A key makes it this one; on the paths of skills so does every other part of it, unless
 * it has the shape of the shared secret's.
 */
function isSigned(request: RawRequest): boolean {
  const { headers, path } = request
  if (hasMessageSignature(request) || proofHeader(headers, 'x-pubkey') !== undefined) return true
  if (skillOfPath(path) === undefined) return false
  const signature = proofHeader(headers, 'x-signature')
  if (headers['x-ts'] !== undefined && signature !== undefined && /^[0-9a-fA-F]{64}$/.test(signature)) return false
  return signature !== undefined || proofHeader(headers, 'x-agent-id') !== undefined
}

function readHeaderSignature(request: RawRequest, options: VerifierOptions, nowMs: number): Proof | Refused {
  const { headers } = request
  const keyText = proofHeader(headers, 'x-pubkey')
  const signatureText = proofHeader(headers, 'x-signature')
  if (keyText === undefined || signatureText === undefined || proofHeader(headers, 'x-agent-id') === undefined) {
    const missing = PROOF_HEADERS.filter((name) => proofHeader(headers, name.toLowerCase()) === undefined)
    return refuse(401, `missing ${missing.join(' and ')}: of X-Agent-ID, X-PubKey and X-Signature send all or none`)
  }
  const signature = signatureFromText(signatureText)
  if (signature === undefined) {
    return refuse(400, 'bad X-Signature: expected 64 bytes as base64url, base64 or hex')
  }
  const early = headers['x-timestamp']
  const stale = typeof early === 'string' ? timestampProblem(early, nowMs) : undefined
  if (stale !== undefined) return stale
  const key = readCallerKey(headers, keyText, options)
  if ('status' in key) return key
  const call = readCall(request)
  if ('status' in call) return call
  const { allowsNonceless = false } = options.policy
  const carried = readCarried(headers, call.envelope, { allowsNonceless, nowMs })
  if ('status' in carried) return carried
  const paramsText = canonicalJson(call.params)
  const { nonce, timestamp } = carried
  const data = signedText({ method: call.method, paramsText, nonce, timestamp })
  return { key, call, carried, signature, data, paramsText, bindsTarget: false }
}

function policyProblem({ path }: RawRequest, proof: Proof, options: VerifierOptions): Refused | undefined {
  const { policy, publicUrls } = options
  const skill = policy.agentIdsBySkill === undefined ? undefined : skillOfPath(path)
  if (skill !== undefined && !isListedFor(policy, skill, proof.key.agentId)) {
    return refuse(403, `this agent is not on the list of those who may call ${skill}`)
  }
  return audienceProblem(proof.call.params, path, { policy, publicUrls, bindsTarget: proof.bindsTarget })
}

function audienceProblem(
  params: Params,
  path: string,
  {
    policy,
    publicUrls,
    bindsTarget,
  }: Pick<VerifierOptions, 'policy' | 'publicUrls'> & { readonly bindsTarget: boolean },
): Refused | undefined {
  const audience = audienceOf(params)
  if (audience === undefined) {
    if (bindsTarget) return undefined
    // Answers are signed by the same formula: one that a node gave must not pass for a call that it makes.
    if (typeof params['success'] === 'boolean' && 'data' in params) {
      return refuse(400, 'params: with success and data they look like an answer, and need an audience')
    }
    if (!policy.requiresAudience) return undefined
    return refuse(401, 'missing audience: sign params._meta["io.nullblock/aud"] with the URL that is called')
  }
  if (audience !== null && isOwnUrl(audience, path, publicUrls())) return undefined
  return refuse(401, 'wrong audience: this call was signed for another URL')
}

function replayProblem(verdict: ReplayVerdict): Refused | undefined {
  if (verdict === 'fresh') return undefined
  if (verdict === 'replayed') return refuse(409, 'replayed request: this nonce was used')
  const reason = verdict === 'full' ? 'no room for more nonces' : 'nonces cannot be kept at the moment'
  return refuse(503, `${reason}, try again later`, RETRY_WHEN_FULL_SECONDS)
}

/** Says what should have been signed, by its digest, so that a signer can find its mistake. */
function badSignature({ data, message }: Proof): Refused {
  const expected = message === undefined ? 'method + canonical params + nonce + timestamp' : 'the signature base'
  return refuse(401, `bad signature: it must cover ${expected}, here with SHA-256 ${sha256Hex(data)}`)
}
