import { expect, test } from 'vitest'
import { type AddressClass, blockList, classifyAddress } from './address-class.js'

const ADDRESSES: readonly (readonly [string, AddressClass])[] = [
  ['1.1.1.1', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['::ffff:0:127.0.0.1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['2002:c0a8:101::1', 'private'],
  ['64:ff9b::a00:1', 'private'],
  ['169.254.1.1', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['0.0.0.0', 'reserved'],
  ['::', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['ff02::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['2001::7f00:1', 'reserved'],
  ['64:ff9b:1::7f00:1', 'reserved'],
  ['4000::1', 'reserved'],
  ['not an address', 'reserved'],
]

for (const [address, expected] of ADDRESSES) {
  test(`[DIAL4] ${address} is ${expected}`, () => expect(classifyAddress(address)).toBe(expected))
}

for (const range of ['10.0.0.0/33', '10.0.0.0', 'fd00::/129', 'home/8', '10.0.0.0/x']) {
  test(`[DIAL5] ${range} is no address range`, () => {
    expect(() => blockList([range])).toThrow(`${JSON.stringify(range)} is no address range such as 10.0.0.0/8`)
  })
}
