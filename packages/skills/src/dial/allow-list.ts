import { type BlockList, isIP, isIPv6 } from 'node:net'
import { blockList } from './address-class.js'

/** What an owner allows besides public hosts over https. */
export type AllowList = {
  /** The entry names this host, for any port or for this one. */
  hasHost(hostname: string, port: number): boolean
  /** The entry names this very port. */
  hasPort(hostname: string, port: number): boolean
  hasAddress(address: string): boolean
}

type HostEntry = { readonly hostname: string; readonly port: number | undefined }

/**
 * Entries are `host`, `host:port` or an address range such as `192.168.1.0/24`.
 * @throws TypeError naming the entry that is none of them.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const ranges: BlockList = blockList(entries.filter((entry) => entry.includes('/')))
  const hosts = entries.filter((entry) => !entry.includes('/')).map(hostEntry)
  return {
    hasHost: (hostname, port) =>
      hosts.some((entry) => entry.hostname === hostname && (entry.port === undefined || entry.port === port)),
    hasPort: (hostname, port) => hosts.some((entry) => entry.hostname === hostname && entry.port === port),
    hasAddress: (address) => isIP(address) !== 0 && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  }
}

/** The host of a URL as rules compare it: no brackets, no dot at the end. */
export function plainHostname(url: URL): string {
  const { hostname } = url
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

function hostEntry(entry: string): HostEntry {
  const text = isIPv6(entry) ? `[${entry}]` : entry
  const port = /^(?:\[[^\]]*\]|[^:]+):(\d{1,5})$/.exec(text)?.[1]
  const host = port === undefined ? text : text.slice(0, -port.length - 1)
  const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined
  if (
    url === undefined ||
    url.pathname !== '/' ||
    url.username !== '' ||
    url.port !== '' ||
    Number(port ?? 1) > 65_535
  ) {
    throw new TypeError(`${JSON.stringify(entry)} is no host, host:port or address range`)
  }
  return { hostname: plainHostname(url), port: port === undefined ? undefined : Number(port) }
}
