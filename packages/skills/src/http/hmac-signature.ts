import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignedParts = {
  /** `x-ts` as it was sent. */
  readonly timestamp: string
  readonly method: string
  /** Path only, without the query. */
  readonly path: string
  readonly body: Uint8Array
}

/** Signature over time, method, path and body: the form of the skill document. It does not cover who is calling. */
export function signPlain(secret: string, { timestamp, method, path, body }: SignedParts): string {
  return hmacHex(secret, [timestamp, method, path], body)
}

/** Signature that also covers the agent id and a nonce. */
export function signWithNonce(
  secret: string,
  { timestamp, method, path, body }: SignedParts,
  { agentId, nonce }: { readonly agentId: string; readonly nonce: string },
): string {
  return hmacHex(secret, [timestamp, method, path, agentId, nonce], body)
}

/** Takes the same time whatever differs. */
export function isSameSignature(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function hmacHex(secret: string, lines: readonly string[], body: Uint8Array): string {
  return createHmac('sha256', secret)
    .update(`${lines.join('\n')}\n`)
    .update(body)
    .digest('hex')
}
