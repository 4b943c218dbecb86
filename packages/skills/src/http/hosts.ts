import { isIP } from 'node:net'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1']

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  return LOOPBACK_NAMES.includes(name) || (isIP(name) === 4 && name.startsWith('127.'))
}

export type HostRules = {
  /** Host the service is bound to. */
  readonly boundHost: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
}

export type HostCheck = {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** Address the client connected to. */
  readonly localAddress: string | undefined
  readonly localPort: number | undefined
}

/**
 * A page on the web can make a browser send requests here, under a name of its own that resolves to this machine.
 * Its Host or Origin gives it away; programs that are no browser send neither a foreign Host nor an Origin.
 * @returns what is wrong, or undefined.
 */
export function foreignSender(check: HostCheck, rules: HostRules): string | undefined {
  if (check.host !== undefined && !isKnownHost(hostnameOf(`http://${check.host}`), check, rules)) return 'foreign host'
  if (check.origin === undefined) return undefined
  if (rules.allowedOrigins.includes(check.origin)) return undefined
  const origin = parseUrl(check.origin)
  const isOwn =
    origin !== undefined && isKnownHost(hostnameOf(check.origin), check, rules) && portOf(origin) === check.localPort
  return isOwn ? undefined : 'foreign origin'
}

/** Hosts seen before and found fine; a client names the same one with every request. */
const REMEMBERED_HOSTS_MAX = 64

/** The same check for one server, which remembers what it let pass. */
export function createHostCheck(rules: HostRules): (check: HostCheck) => string | undefined {
  const known = new Set<string>()
  return (check) => {
    if (check.origin !== undefined) return foreignSender(check, rules)
    const key = `${check.host ?? ''} ${check.localAddress ?? ''}`
    if (known.has(key)) return undefined
    const foreign = foreignSender(check, rules)
    if (foreign === undefined && known.size < REMEMBERED_HOSTS_MAX) known.add(key)
    return foreign
  }
}

function isKnownHost(hostname: string | undefined, { localAddress }: HostCheck, rules: HostRules): boolean {
  if (hostname === undefined) return false
  // An address cannot be re-pointed the way a name can, so the one that was dialled is fine.
  const dialled = localAddress?.replace(/^::ffff:/, '')
  const names = [...LOOPBACK_NAMES, rules.boundHost, ...rules.allowedHosts].map((name) => name.toLowerCase())
  return isLoopback(hostname) || names.includes(hostname) || hostname === dialled
}

function hostnameOf(url: string): string | undefined {
  return parseUrl(url)
    ?.hostname.toLowerCase()
    .replace(/^\[|\]$/g, '')
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
