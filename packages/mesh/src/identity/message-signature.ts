import { createHash, timingSafeEqual } from 'node:crypto'
import type { RawRequest } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { httpbis } from 'http-message-signatures'
import { type InnerList, isInnerList, parseDictionary, serializeInnerList, serializeItem } from 'structured-headers'
import { proofHeader, readCallerKey } from './caller-key.js'
import { headerOf, nonceProblem, timestampProblem } from './carriers.js'
import { publicKeyFromText } from './encodings.js'
import { readCall } from './read-call.js'
import { type Refused, refuse } from './refusal.js'
import type { Proof, VerifierOptions } from './verifier.js'

/** The stronger door: RFC 9421 signs the request as HTTP, its URL and body included. Same keys, same agent ids. */
export const MESSAGE_TAG = 'nullblock-mcp'
export const COVERED = ['@method', '@target-uri', 'content-digest', 'x-agent-id'] as const
const COMPONENTS_MAX = 16

/** Signatures with another tag, such as those of a proxy, are none of ours. */
export function hasMessageSignature({ headers }: RawRequest): boolean {
  return headerOf(headers, 'signature-input')?.includes(`tag="${MESSAGE_TAG}"`) === true
}

export function readMessageSignature(request: RawRequest, options: VerifierOptions, nowMs: number): Proof | Refused {
  const { headers, body } = request
  const found = ownSignature(request)
  if ('status' in found) return found
  const { input, signature } = found
  const [items, parameters] = input
  const names = items.map(([name]) => String(name))
  if (items.length > COMPONENTS_MAX || items.some(([, extras]) => extras.size > 0)) {
    return refuse(400, `bad Signature-Input: at most ${COMPONENTS_MAX} components, without parameters`)
  }
  const uncovered = COVERED.filter((name) => !names.includes(name))
  if (uncovered.length > 0) return refuse(401, `signature does not cover ${uncovered.join(', ')}`)

  const [created, expires, nonce, keyid, algorithm] = ['created', 'expires', 'nonce', 'keyid', 'alg'].map((name) =>
    parameters.get(name),
  )
  if (algorithm !== 'ed25519') return refuse(400, 'bad Signature-Input: alg must be "ed25519"')
  if (typeof created !== 'number' || !Number.isInteger(created))
    return refuse(401, 'missing created in Signature-Input')
  if (typeof nonce !== 'string') return refuse(401, 'missing nonce in Signature-Input')
  if (typeof keyid !== 'string') return refuse(401, 'missing keyid in Signature-Input')
  const timestamp = `${created * 1000}`
  const stale = nonceProblem(nonce) ?? timestampProblem(timestamp, nowMs)
  if (stale !== undefined) return stale
  if (typeof expires === 'number' && expires * 1000 < nowMs) return refuse(401, 'stale signature: it has expired')

  const keyText = keyTextOf(headers, keyid, options)
  if (typeof keyText !== 'string') return keyText
  const key = readCallerKey(headers, keyText, options)
  if ('status' in key) return key
  if (!digestFits(headerOf(headers, 'content-digest'), body)) {
    return refuse(400, 'bad Content-Digest: expected sha-256 of the body')
  }
  const url = targetUri(request, options.publicUrls())
  if (url === undefined) return refuse(401, 'wrong audience: this host is none of the URLs of this node')
  const base = signatureBase(request, url, input)
  if (base === undefined) return refuse(400, 'bad Signature-Input: a covered component is not part of the request')
  const call = readCall(request)
  if ('status' in call) return call
  return {
    key,
    call,
    carried: { nonce, timestamp },
    signature,
    data: base,
    paramsText: canonicalJson(call.params),
    bindsTarget: true,
    message: { base, body: Buffer.from(body).toString('utf8') },
  }
}

function ownSignature({ headers }: RawRequest): { readonly input: InnerList; readonly signature: Buffer } | Refused {
  try {
    const inputs = parseDictionary(headerOf(headers, 'signature-input') ?? '')
    const own = [...inputs].filter(([, member]) => member[1].get('tag') === MESSAGE_TAG)
    const [label, input] = own[0] ?? []
    if (own.length !== 1 || label === undefined || input === undefined || !isInnerList(input)) {
      return refuse(400, `bad Signature-Input: expected one list with the tag ${MESSAGE_TAG}`)
    }
    const bytes = parseDictionary(headerOf(headers, 'signature') ?? '').get(label)?.[0]
    if (!(bytes instanceof ArrayBuffer)) return refuse(401, `missing Signature ${label}`)
    if (bytes.byteLength !== 64) return refuse(400, `bad Signature ${label}: expected 64 bytes`)
    return { input, signature: Buffer.from(bytes) }
  } catch {
    return refuse(400, 'bad Signature or Signature-Input: not a dictionary of structured fields')
  }
}

/** The key comes from X-PubKey, from `keyid` itself, or from the keyring under that id; wherever given, it is the same one. */
function keyTextOf(
  headers: RawRequest['headers'],
  keyid: string,
  { keyring, identity }: VerifierOptions,
): string | Refused {
  const header = proofHeader(headers, 'x-pubkey')
  const named = publicKeyFromText(keyid)
  if (header === undefined) {
    if (named !== undefined && keyid.length !== 64) return keyid
    const known = keyid === identity.agentId ? identity.publicKeyText : keyring.find(keyid)?.pubkey
    return known ?? refuse(401, 'keyid: expected a public key as base64url, or send X-PubKey')
  }
  const raw = publicKeyFromText(header)
  const isSame = raw !== undefined && named !== undefined && Buffer.from(raw).equals(named)
  const isAgentId = keyid.toLowerCase() === proofHeader(headers, 'x-agent-id')?.toLowerCase()
  return isSame || isAgentId ? header : refuse(400, 'keyid and X-PubKey are not the same key')
}

function digestFits(header: string | undefined, body: Uint8Array): boolean {
  try {
    const given = parseDictionary(header ?? '').get('sha-256')?.[0]
    const expected = createHash('sha256').update(body).digest()
    return given instanceof ArrayBuffer && given.byteLength === 32 && timingSafeEqual(new Uint8Array(given), expected)
  } catch {
    return false
  }
}

/** The Host header only picks among the URLs that are configured. */
function targetUri({ headers, path, query }: RawRequest, publicUrls: readonly string[]): string | undefined {
  const host = headers.host?.toLowerCase()
  const own = publicUrls.map((url) => new URL(url)).find((url) => url.host === host)
  return own === undefined ? undefined : `${own.origin}${path}${query === undefined || query === '' ? '' : `?${query}`}`
}

function signatureBase(request: RawRequest, url: string, input: InnerList): string | undefined {
  const [items] = input
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([, value]) => value !== undefined),
  ) as Record<string, string | string[]>
  try {
    const fields = items.map((item) => serializeItem(item))
    const base = httpbis.createSignatureBase({ fields }, { method: request.method, url, headers })
    base.push(['"@signature-params"', [serializeInnerList(input)]])
    return httpbis.formatSignatureBase(base)
  } catch {
    return undefined
  }
}
