import { expect, test } from 'vitest'
import { foreignSender, type HostCheck, isLoopback } from './hosts.js'

const rules = { boundHost: '127.0.0.1', allowedHosts: ['claws.local'], allowedOrigins: ['https://page.example'] }
const check = (changes: Partial<HostCheck>): string | undefined =>
  foreignSender(
    { host: '127.0.0.1:8090', origin: undefined, localAddress: '127.0.0.1', localPort: 8090, ...changes },
    rules,
  )

test('[HOST1] loopback names, the bound host and listed names may be used', () => {
  for (const host of ['localhost', 'LOCALHOST:8090', '127.0.0.1:8090', '[::1]:8090', 'claws.local:8090', undefined]) {
    expect(check({ host })).toBeUndefined()
  }
})

test('[HOST2] a foreign name is refused, whatever it resolves to', () => {
  for (const host of ['evil.example', 'localhost.evil.example:8090', '10.0.0.7', 'not a host']) {
    expect(check({ host })).toBe('foreign host')
  }
})

test('[HOST3] the address that was dialled is no foreign one', () => {
  expect(check({ host: '10.0.0.7:8090', localAddress: '10.0.0.7' })).toBeUndefined()
  expect(check({ host: '10.0.0.7:8090', localAddress: '::ffff:10.0.0.7' })).toBeUndefined()
})

test('[HOST4] pages may call from their own origin or a listed one', () => {
  expect(check({ origin: 'http://127.0.0.1:8090' })).toBeUndefined()
  expect(check({ origin: 'https://page.example' })).toBeUndefined()
  for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:8080', 'http://page.example']) {
    expect(check({ origin })).toBe('foreign origin')
  }
})

test('[HOST5] loopback is told from the rest', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '::1'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['', '0.0.0.0', '::', '127.evil.example', '10.0.0.1'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
