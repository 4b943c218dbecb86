import { canonicalJson } from '@clawstead/skills'
import { timestampProblem } from './carriers.js'
import { isSignedBy } from './ed25519.js'
import { publicKeyFromText, signatureFromText } from './encodings.js'
import type { Identity } from './identity.js'
import { identityHeaders } from './sign-call.js'

export type ReplyToSign = {
  readonly identity: Identity
  /** The method of the call that is answered. */
  readonly method: string
  readonly body: unknown
  /** The nonce of that call: it ties the answer to it. */
  readonly nonce: string
  readonly nowMs: number
}

/** Headers that prove who answered: over `method + body + nonce + timestamp`, as a call is signed. */
export function signReply({ body, ...reply }: ReplyToSign): Record<string, string> {
  return signReplyText({ ...reply, text: canonicalJson(body) })
}

/** The same for a body whose canonical text is at hand, and may be sent as it is. */
export function signReplyText({
  identity,
  method,
  text,
  nonce,
  nowMs,
}: Omit<ReplyToSign, 'body'> & { readonly text: string }): Record<string, string> {
  const timestamp = String(nowMs)
  return identityHeaders(identity, {
    nonce,
    timestamp,
    signature: identity.sign(`${method}${text}${nonce}${timestamp}`),
  })
}

export type ReplyToVerify = {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly method: string
  /** The parsed body. */
  readonly body: unknown
  /** The nonce that was sent. */
  readonly nonce: string
  /** The key that this node is known by: from its info, or pinned earlier. */
  readonly publicKey: Uint8Array
  readonly nowMs: number
}

export type ReplyVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export function verifyReply({ headers, method, body, nonce, publicKey, nowMs }: ReplyToVerify): ReplyVerdict {
  const [echo, timestamp, key, signatureText] = ['x-nonce', 'x-timestamp', 'x-pubkey', 'x-signature'].map((name) =>
    headerText(headers, name),
  )
  if (signatureText === undefined || timestamp === undefined) return bad('the reply is not signed')
  if (echo !== nonce) return bad('the reply does not echo the nonce of the call')
  const given = key === undefined ? undefined : publicKeyFromText(key)
  if (given !== undefined && !Buffer.from(given).equals(publicKey)) return bad('the reply is signed by another key')
  const stale = timestampProblem(timestamp, nowMs)
  if (stale !== undefined) return bad(stale.message)
  const signature = signatureFromText(signatureText)
  if (signature === undefined) return bad('the signature of the reply is malformed')
  let text: string
  try {
    text = canonicalJson(body)
  } catch {
    return bad('the reply has no canonical form')
  }
  return isSignedBy(publicKey, `${method}${text}${nonce}${timestamp}`, signature)
    ? { ok: true }
    : bad('the signature of the reply does not fit')
}

function bad(reason: string): ReplyVerdict {
  return { ok: false, reason }
}

function headerText(headers: ReplyToVerify['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}
