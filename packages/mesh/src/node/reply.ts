import type { DoorAnswer, DoorRequest } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { createNonce, type Identity, signReplyText } from '../identity/index.js'

const NONCE = /^[A-Za-z0-9_-]{16,128}$/

/** A text and the names it is signed under. */
export type SignedContent = {
  /** The skill, or the address below `/mcp/` that was read. */
  readonly method: string
  /** Canonical JSON of the whole body. */
  readonly text: string
  /** Echoed; one of our own is made when the sender gave none. */
  readonly nonce?: string | undefined
}

export type JsonReply = {
  readonly status: number
  readonly method: string
  readonly value: unknown
  readonly nonce?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export type Replies = {
  /** Headers that prove who answered. Empty when answers are not signed here. */
  sign(content: SignedContent): Record<string, string>
  /** An answer whose content is the canonical text itself, so that it is written and signed in one go. */
  json(answer: JsonReply): DoorAnswer & { readonly body: string }
}

/** Answers in canonical JSON, signed over `method + body + nonce + timestamp` like the calls they answer. */
export function createReplies(options: {
  readonly identity: Identity
  readonly isSigned: boolean
  readonly now: () => number
}): Replies {
  const { identity, isSigned, now } = options

  function sign({ method, text, nonce = createNonce() }: SignedContent): Record<string, string> {
    return isSigned ? signReplyText({ identity, method, text, nonce, nowMs: now() }) : {}
  }

  return {
    sign,
    json({ status, method, value, nonce, headers }) {
      const body = canonicalJson(value)
      return {
        status,
        contentType: 'application/json',
        headers: { ...sign({ method, text: body, nonce }), ...headers },
        body,
      }
    },
  }
}

/** The nonce to echo: the one that was signed, else one the sender gave and that is fit to be given back. */
export function nonceOf(request: DoorRequest, inBody?: string): string | undefined {
  if (request.signed !== undefined) return request.signed.nonce
  const header = request.headers['x-nonce']
  return [header, inBody].find((nonce): nonce is string => typeof nonce === 'string' && NONCE.test(nonce))
}
