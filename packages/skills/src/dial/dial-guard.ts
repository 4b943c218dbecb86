import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { classifyAddress } from './address-class.js'
import { type AllowList, plainHostname } from './allow-list.js'
import { DialError } from './dial-error.js'

/** Every address a name has right now. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** Decides before each hop, and again with the addresses a name turns out to have. */
export type DialGuard = {
  /** @throws DialError naming the rule. */
  checkUrl(url: URL): void
  /** Looks a name up for a socket; the socket then gets these very addresses. */
  lookupFor(protocol: string, port: number): LookupFunction
}

/** Names under which clouds answer with the machine's own credentials. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Ports below 1024 at which the web lives; from there on only these services are refused. */
const LOW_PORTS = new Set([80, 443])
const SERVICE_PORTS = new Set([
  1080, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 4444, 5432, 5672, 5900, 5984, 6000, 6379, 6443,
  6667, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 27017, 28015,
])

export function createDialGuard(allow: AllowList, resolve: Resolve = resolveBySystem): DialGuard {
  function checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new DialError('scheme', `${url.protocol} is not dialled: only https, or http to an allowed host`)
    }
    if (url.username !== '' || url.password !== '') {
      throw new DialError('userinfo', `${url.host}: a URL must not hold a user name or password`)
    }
    const hostname = plainHostname(url)
    const port = portOf(url.protocol, url.port)
    if (METADATA_NAMES.has(hostname)) throw new DialError('metadata', `${hostname} is a metadata service`)
    if (!mayUsePort(port) && !allow.hasPort(hostname, port)) {
      throw new DialError('port', `${hostname}: port ${port} is not dialled unless ${hostname}:${port} is allowed`)
    }
    // A literal address never reaches the lookup: it is judged here.
    if (isIP(hostname) !== 0) checkAddress({ hostname, address: hostname, protocol: url.protocol, port })
  }

  function checkAddress(target: {
    readonly hostname: string
    readonly address: string
    readonly protocol: string
    readonly port: number
  }): void {
    const { hostname, address, protocol, port } = target
    const kind = classifyAddress(address)
    const shown = hostname === address ? address : `${hostname} (${address})`
    // No entry opens these: whoever answers there hands out the credentials of the machine.
    if (kind === 'metadata') throw new DialError('metadata', `${shown} is a metadata service`)
    const hasRange = allow.hasAddress(address)
    const hasHost = allow.hasHost(hostname, port)
    // A name is allowed to be at home; only a range says more than that.
    const isHome = kind === 'loopback' || kind === 'private'
    if (kind !== 'public' && !hasRange && !(hasHost && isHome)) {
      throw new DialError('address', `${shown} is a ${kind} address and not on the allow list`)
    }
    if (protocol === 'http:' && !hasRange && !hasHost) {
      throw new DialError('https_only', `${shown} must be dialled with https: it is not on the allow list`)
    }
  }

  function lookupFor(protocol: string, port: number): LookupFunction {
    /** One inner address among public ones is how a name is made to point inside: all of them are judged. */
    async function checked(hostname: string): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
      const [first, ...others] = await resolve(hostname)
      if (first === undefined) throw new DialError('unreachable', `${hostname} has no address`)
      for (const { address } of [first, ...others]) checkAddress({ hostname, address, protocol, port })
      return [first, ...others]
    }
    const lookUp = callbackify(checked)
    return (name, { all }, callback) => {
      const hostname = name.endsWith('.') ? name.slice(0, -1) : name
      lookUp(hostname, (error, addresses) => {
        if (error !== null) callback(lookupError(hostname, error), '')
        else if (all === true) callback(null, [...addresses])
        else callback(null, addresses[0].address, addresses[0].family)
      })
    }
  }

  return { checkUrl, lookupFor }
}

function lookupError(hostname: string, error: unknown): Error {
  return error instanceof DialError
    ? error
    : new DialError('unreachable', `${hostname} has no address`, { cause: error })
}

function mayUsePort(port: number): boolean {
  return port < 1024 ? LOW_PORTS.has(port) : !SERVICE_PORTS.has(port)
}

export function portOf(protocol: string, port: string): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })
