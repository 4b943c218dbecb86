import { describe, expect, test } from 'vitest'
import { address, boolean, integer, isLoopback, list, oneOf, path, port, secret, text, url } from './kinds.js'

describe('[KIND1] what each kind reads', () => {
  test.each([
    [boolean, '1', true],
    [boolean, 't', true],
    [boolean, 'TRUE', true],
    [boolean, 'True', true],
    [boolean, '0', false],
    [boolean, 'F', false],
    [boolean, 'false', false],
    [port, '0', 0],
    [port, '65535', 65_535],
    [integer({ min: -5, max: 5 }), '-5', -5],
    [integer({ min: -5, max: 5 }), '-0', 0],
    [integer({ min: -5, max: 5 }), '+3', 3],
    [address, '127.0.0.1', '127.0.0.1'],
    [address, 'my-host.example', 'my-host.example'],
    [address, '::1', '::1'],
    [address, '[::1]', '::1'],
    [path('FILE'), './a b.yaml', './a b.yaml'],
    [oneOf('LEVEL', ['low', 'high']), 'high', 'high'],
    [url(['ws', 'wss']), 'wss://example.org/v1/ws', 'wss://example.org/v1/ws'],
    [text({ placeholder: 'X', label: 'letters', pattern: /^[a-z]+$/ }), 'abc', 'abc'],
    [list('HOST', 'hosts'), 'a, b', ['a', 'b']],
    [secret, ' keep as it is ', ' keep as it is '],
  ])('%# reads %j', (kind, given, value) => {
    expect(kind.read(given)).toEqual({ ok: true, value })
  })
})

describe('[KIND2] what each kind refuses, and in which words', () => {
  test.each([
    [boolean, 'yes', '"yes" is neither true nor false'],
    [port, '65536', '65536 is outside 0 to 65535'],
    [port, '-1', '-1 is outside 0 to 65535'],
    [port, '80.5', '"80.5" is not a whole number'],
    [port, '1e3', '"1e3" is not a whole number'],
    [port, '', '"" is not a whole number'],
    [address, 'a b', '"a b" is not an address or host name'],
    [address, 'http://x', '"http://x" is not an address or host name'],
    [path('DIR'), 'a\0b', 'a path cannot contain a zero byte'],
    [oneOf('LEVEL', ['low', 'high']), 'loud', '"loud" is not one of low, high'],
    [url(['ws', 'wss']), 'http://x', '"http://x" is not an address starting with ws:// or wss://'],
    [url(['ws', 'wss']), 'ws://', '"ws://" is not an address starting with ws:// or wss://'],
    [text({ placeholder: 'X', label: 'letters', pattern: /^[a-z]+$/ }), 'A1', '"A1" is not letters'],
    [text({ placeholder: 'X', label: 'letters', pattern: /^[a-z]+$/ }), 'a'.repeat(257), 'longer than 256 characters'],
    [list('HOST', 'hosts'), 'a,,b', '"a,,b" has an empty item'],
  ])('%# refuses %j', (kind, given, problem) => {
    expect(kind.read(given)).toEqual({ ok: false, problem })
  })
})

test('[KIND3] an address without a host is loopback, and says so', () => {
  expect(address.read('')).toEqual({ ok: true, value: '127.0.0.1', remark: 'no host given, so it binds 127.0.0.1' })
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.example.org', false],
  ['10.0.0.1', false],
])('[KIND4] %s counts as loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
