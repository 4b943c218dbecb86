import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The one text of a JSON value (RFC 8785). Throws for what JSON cannot say: NaN, half characters, cycles. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data)
}
