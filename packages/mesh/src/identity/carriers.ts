import type { IncomingHttpHeaders } from 'node:http'
import { FRESH_WINDOW_MS } from './limits.js'
import { type Refused, refuse } from './refusal.js'

/** Nonce and timestamp travel in headers, in the body, or in both; wherever they are, they must agree. */
export type Carried = { readonly nonce: string; readonly timestamp: string }

const NONCE = /^[A-Za-z0-9_-]{16,128}$/
const TIMESTAMP = /^\d{13}$/
const SECONDS = /^\d{10}$/

/** One header as text; several of the same name come joined, and fit no rule. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

export function readCarried(
  headers: IncomingHttpHeaders,
  body: Readonly<Record<string, unknown>>,
  { allowsNonceless, nowMs }: { readonly allowsNonceless: boolean; readonly nowMs: number },
): Carried | Refused {
  const nonce = agreed('nonce', [headerOf(headers, 'x-nonce'), memberText(body['nonce'])])
  if (typeof nonce === 'object') return nonce
  const timestamp = agreed('timestamp', [
    headerOf(headers, 'x-timestamp'),
    headerOf(headers, 'x-ts'),
    memberText(body['timestamp']),
  ])
  if (typeof timestamp === 'object') return timestamp
  if (nonce === undefined && !allowsNonceless) {
    return refuse(401, 'missing nonce: send X-Nonce or the body member nonce')
  }
  if (timestamp === undefined) return refuse(401, 'missing timestamp: send X-Timestamp or the body member timestamp')
  const problem = (nonce === undefined ? undefined : nonceProblem(nonce)) ?? timestampProblem(timestamp, nowMs)
  return problem ?? { nonce: nonce ?? '', timestamp }
}

export function nonceProblem(nonce: string): Refused | undefined {
  return NONCE.test(nonce) ? undefined : refuse(400, 'bad nonce: expected 16 to 128 of A-Z a-z 0-9 _ -')
}

/** Exactly 13 digits, or the signed text could be taken apart in two ways; and of now, give or take five minutes. */
export function timestampProblem(timestamp: string, nowMs: number): Refused | undefined {
  if (SECONDS.test(timestamp)) {
    return refuse(400, 'bad timestamp: expected milliseconds, 13 digits; this looks like seconds')
  }
  if (!TIMESTAMP.test(timestamp)) return refuse(400, 'bad timestamp: expected unix time in milliseconds, 13 digits')
  const offMs = Number(timestamp) - nowMs
  if (Math.abs(offMs) <= FRESH_WINDOW_MS) return undefined
  const direction = offMs < 0 ? 'old' : 'far ahead'
  return refuse(401, `stale signature: its timestamp is too ${direction}, more than ${FRESH_WINDOW_MS / 1000} s off`)
}

function agreed(what: string, values: readonly (string | undefined)[]): string | undefined | Refused {
  const given = values.filter((value) => value !== undefined)
  const [first] = given
  return given.every((value) => value === first) ? first : refuse(400, `${what} differs between headers and body`)
}

/** A timestamp may be a number in the body; anything else than text or number fits no rule and is refused as it is. */
function memberText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?'
}
