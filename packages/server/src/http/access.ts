import { isIP } from 'node:net'

export interface AccessLists {
  /** The address the server listens on; a name in a request that equals it is fine. */
  readonly boundHost: string
  /** Further host names this server is known by. `*` = any. */
  readonly allowedHosts: readonly string[]
  /** Further origins whose pages may connect: `https://example.org`, or just the host. `*` = any. */
  readonly allowedOrigins: readonly string[]
}

export type AccessCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string }

const OK: AccessCheck = { ok: true }

/**
 * Decides by the Host and Origin headers whether a request is for us and from a page of ours. The first check stops a
 * foreign name that was made to resolve to this machine, the second a foreign page in the user's own browser.
 * Programs send no Origin and pass.
 */
export function checkAccess(
  headers: { host?: string | undefined; origin?: string | undefined },
  lists: AccessLists,
): AccessCheck {
  const host = hostName(headers.host ?? '')
  if (host === undefined) return { ok: false, reason: 'the Host header is missing or malformed' }
  if (!isOurs(host, lists)) return { ok: false, reason: `host ${host} is not allowed` }
  if (headers.origin === undefined) return OK
  const origin = originHost(headers.origin)
  if (origin === undefined) return { ok: false, reason: 'the Origin header is malformed' }
  if (origin === host) return OK
  const given = headers.origin.toLowerCase()
  const isListed = lists.allowedOrigins.some(
    (entry) => entry === '*' || entry.toLowerCase() === given || entry.toLowerCase() === origin,
  )
  return isListed ? OK : { ok: false, reason: `origin ${given} is not allowed` }
}

function isOurs(host: string, { boundHost, allowedHosts }: AccessLists): boolean {
  if (isLoopback(host) || host === (hostName(boundHost) ?? hostName(`[${boundHost}]`))) return true
  return allowedHosts.some((entry) => entry === '*' || (hostName(entry) ?? entry.toLowerCase()) === host)
}

/** True for the names and addresses that can only mean this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  const v4 = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name
  return isIP(v4) === 4 && v4.startsWith('127.')
}

/** The name part of `name:port`, in lower case; an IPv6 address keeps its brackets. */
function hostName(hostAndPort: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+)(?::\d{1,5})?$/i.exec(hostAndPort)
  return match?.[1]?.toLowerCase()
}

function originHost(origin: string): string | undefined {
  const match = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]+)$/i.exec(origin)
  return match?.[1] === undefined ? undefined : hostName(match[1])
}
