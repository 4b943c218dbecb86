import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What kind of place an IP address is. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'reserved'

/** Where clouds answer with the machine's own credentials. */
const METADATA = [
  '169.254.169.254/32',
  '169.254.169.253/32',
  '169.254.169.123/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
]
const LOOPBACK = ['127.0.0.0/8', '::1/128']
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10']
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']
/** Not a single host on the internet: this network, documentation, benchmarks, multicast, future use, tunnels. */
const RESERVED = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'ff00::/8',
]
/** Of version 6 only this range is handed out; anything else is nowhere. */
const GLOBAL_UNICAST = ['2000::/3']
/** Ranges that carry an address of version 4, and at which byte it starts. */
const EMBEDDED = [
  { ranges: blockList(['::ffff:0:0/96', '::ffff:0:0:0/96', '::/96', '64:ff9b::/96']), at: 12 },
  { ranges: blockList(['2002::/16']), at: 2 },
] as const

const CLASSES: readonly (readonly [AddressClass, BlockList])[] = [
  ['metadata', blockList(METADATA)],
  ['loopback', blockList(LOOPBACK)],
  ['link-local', blockList(LINK_LOCAL)],
  ['private', blockList(PRIVATE)],
  ['reserved', blockList(RESERVED)],
]
const globalUnicast = blockList(GLOBAL_UNICAST)

/** Classify an address as `net.isIP` takes it. What is no address at all counts as reserved: nobody may dial it. */
export function classifyAddress(address: string): AddressClass {
  const bare = withoutZone(address)
  if (isIPv4(bare)) return CLASSES.find(([, list]) => list.check(bare, 'ipv4'))?.[0] ?? 'public'
  if (!isIPv6(bare)) return 'reserved'
  const found = CLASSES.find(([, list]) => list.check(bare, 'ipv6'))?.[0]
  if (found !== undefined) return found
  const embedded = embeddedAddress(bare)
  if (embedded !== undefined) return classifyAddress(embedded)
  return globalUnicast.check(bare, 'ipv6') ? 'public' : 'reserved'
}

/** The address of version 4 that a mapped, translated or tunnelled one leads to. */
function embeddedAddress(address: string): string | undefined {
  const range = EMBEDDED.find(({ ranges }) => ranges.check(address, 'ipv6'))
  if (range === undefined) return undefined
  return Array.from(bytesOf(address).subarray(range.at, range.at + 4)).join('.')
}

/** The sixteen bytes of an address of version 6 that `net.isIPv6` takes. */
function bytesOf(address: string): Uint8Array {
  // The URL parser writes every form as groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = groups.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const words = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))
}

function withoutZone(address: string): string {
  const mark = address.indexOf('%')
  return mark < 0 ? address : address.slice(0, mark)
}

/** @throws TypeError naming the entry that is no address range. */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined
    const prefix = Number(bits)
    if (family === undefined || !/^\d{1,3}$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128)) {
      throw new TypeError(`${JSON.stringify(range)} is no address range such as 10.0.0.0/8`)
    }
    list.addSubnet(address, prefix, family)
  }
  return list
}
