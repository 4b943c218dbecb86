import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type DoorAnswer, plainText } from '../door.js'

/**
 * The token a request carries, by the name of its holder. Clients of the Model Context Protocol cannot sign bodies, but all
 * of them can send a header. Where no tokens are set, the header means nothing.
 */
export function bearerToken(
  { headers: { authorization } }: Pick<IncomingMessage, 'headers'>,
  tokenByName: ReadonlyMap<string, string> = new Map(),
): { readonly name: string } | 'unknown' | undefined {
  if (tokenByName.size === 0) return undefined
  const [, given] = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  if (given === undefined) return undefined
  // Every token is compared, by digests of one length, so the time taken tells nothing.
  const matches = Array.from(tokenByName).filter(([, token]) => timingSafeEqual(digest(token), digest(given)))
  const [match] = matches
  return match === undefined ? 'unknown' : { name: match[0] }
}

export function unauthorized(message: string): DoorAnswer {
  return { ...plainText(401, message), headers: { 'www-authenticate': 'Bearer' } }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
