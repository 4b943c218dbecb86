import { expect, test } from 'vitest'
import { checkAccess, isLoopback } from './access.js'

const CLOSED = { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }
const ok = { ok: true }

test.each(['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080', '127.1.2.3'])(
  '[SEC1] host %s is this machine',
  (host) => {
    expect(checkAccess({ host }, CLOSED)).toEqual(ok)
  },
)

test('[SEC1] a foreign host name is refused unless listed', () => {
  const refused = { ok: false, reason: 'host evil.example is not allowed' }
  expect(checkAccess({ host: 'evil.example:8080' }, CLOSED)).toEqual(refused)
  expect(checkAccess({ host: 'evil.example:8080' }, { ...CLOSED, allowedHosts: ['Evil.Example'] })).toEqual(ok)
  expect(checkAccess({ host: 'evil.example:8080' }, { ...CLOSED, allowedHosts: ['*'] })).toEqual(ok)
  expect(checkAccess({ host: '10.0.0.7:8080' }, { ...CLOSED, boundHost: '10.0.0.7' })).toEqual(ok)
  expect(checkAccess({ host: '[fd00::7]:8080' }, { ...CLOSED, boundHost: 'fd00::7' })).toEqual(ok)
  expect(checkAccess({ host: '10.0.0.7:8080' }, { ...CLOSED, boundHost: '0.0.0.0' }).ok).toBe(false)
})

test.each([undefined, '', 'a b', 'host:port', 'user@localhost'])('[SEC1] host header %j is malformed', (host) => {
  expect(checkAccess({ host }, CLOSED)).toEqual({ ok: false, reason: 'the Host header is missing or malformed' })
})

test('[SEC2] an origin passes when it is the same host (ports ignored) or listed', () => {
  const host = 'localhost:8080'
  expect(checkAccess({ host, origin: 'http://localhost:8080' }, CLOSED)).toEqual(ok)
  expect(checkAccess({ host, origin: 'http://LOCALHOST:3000' }, CLOSED)).toEqual(ok)
  expect(checkAccess({ host, origin: 'http://evil.example' }, CLOSED)).toEqual({
    ok: false,
    reason: 'origin http://evil.example is not allowed',
  })
  expect(checkAccess({ host, origin: 'null' }, CLOSED)).toEqual({ ok: false, reason: 'the Origin header is malformed' })
  expect(checkAccess({ host, origin: 'http://a.example' }, { ...CLOSED, allowedOrigins: ['a.example'] })).toEqual(ok)
  expect(
    checkAccess({ host, origin: 'http://a.example' }, { ...CLOSED, allowedOrigins: ['http://a.example'] }),
  ).toEqual(ok)
  expect(
    checkAccess({ host, origin: 'https://a.example' }, { ...CLOSED, allowedOrigins: ['http://a.example'] }).ok,
  ).toBe(false)
  expect(checkAccess({ host, origin: 'http://a.example' }, { ...CLOSED, allowedOrigins: ['*'] })).toEqual(ok)
})

test('loopback is told from the rest', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['127.evil.example', '10.0.0.1', '0.0.0.0', '::'].map(isLoopback)).toEqual([false, false, false, false])
})
