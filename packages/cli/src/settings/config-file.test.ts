import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfigFile, parseConfigFile } from './config-file.js'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-config-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function parse(content: string, path = 'clawstead.yaml') {
  return Object.fromEntries(parseConfigFile(path, content, '/work').values)
}

test('[FILE1] YAML, with the line of each key', () => {
  expect(parse('# comment\nport: 9000\n\nflat: true\nallowed-hosts: [a, b]\n')).toEqual({
    port: { text: '9000', line: 2 },
    flat: { text: 'true', line: 4 },
    'allowed-hosts': { text: 'a,b', line: 5 },
  })
})

test('[FILE1] JSON in the same file is fine', () => {
  expect(parse('{\n  "port": 9000,\n  "world": "CITY_HUB"\n}')).toEqual({
    port: { text: '9000', line: 2 },
    world: { text: 'CITY_HUB', line: 3 },
  })
})

test('[FILE1] an empty file sets nothing', () => {
  expect(parse('')).toEqual({})
  expect(parse('# only a comment\n')).toEqual({})
})

test('[FILE2] a secret of digits keeps its zeros', () => {
  expect(parse('hmac-secret: 007\n')).toEqual({ 'hmac-secret': { text: '007', line: 1 } })
})

test("[FILE3] a relative path is meant from the file's folder", () => {
  expect(parse('data: ./d\ntuning: /t.yaml\nstate-file: ""\n', '/etc/clawstead.yaml')).toEqual({
    data: { text: '/etc/d', line: 1 },
    tuning: { text: '/t.yaml', line: 2 },
    'state-file': { text: '', line: 3 },
  })
  expect(parse('data: ./d\n')).toEqual({ data: { text: './d', line: 1 } })
})

describe('[FILE4] what is wrong is refused with file and line', () => {
  test.each([
    ['port: 1\nprot: 2\n', 'clawstead.yaml:2: unknown setting "prot": the nearest is port'],
    ['mcp_port: 2\n', 'clawstead.yaml:1: unknown setting "mcp_port": the nearest is mcp-port'],
    ['config: other.yaml\n', 'clawstead.yaml:1: unknown setting "config": the nearest is configs'],
    ['disable_db: true\n', 'clawstead.yaml:1: unknown setting "disable_db": the nearest is seed'],
    ['port:\n', 'clawstead.yaml:1: port: must be one value (port, 0 to 65535)'],
    ['port: {a: 1}\n', 'clawstead.yaml:1: port: must be one value (port, 0 to 65535)'],
    [
      'allowed-hosts: [a, [b, {}]]\n',
      'clawstead.yaml:1: allowed-hosts: must be one value (host names, separated by commas)',
    ],
    ['- port\n', 'clawstead.yaml:1: must be a list of settings, `name: value`'],
    ['port: 1\nport: 2\n', 'clawstead.yaml:2: Map keys must be unique'],
    ['x: "\n', 'clawstead.yaml:2: Missing closing "quote'],
  ])('%j', (content, message) => {
    expect(() => parse(content)).toThrow(message)
  })

  test('every mistake is named at once', () => {
    expect(() => parse('prot: 1\nsead: 2\n')).toThrow(
      'clawstead.yaml:1: unknown setting "prot": the nearest is port\nclawstead.yaml:2: unknown setting "sead": the nearest is seed',
    )
  })

  test('a file of another size', () => {
    expect(() => parse(`# ${'x'.repeat(1024 * 1024)}`)).toThrow('clawstead.yaml: larger than 1048576 bytes')
  })
})

describe('[FILE5] which file', () => {
  test('none in the working directory is no mistake', () => {
    expect(loadConfigFile(directory)).toBeUndefined()
  })

  test('a named one must exist', () => {
    expect(() => loadConfigFile(directory, 'missing.yaml')).toThrow('config file missing.yaml does not exist')
  })

  test('a folder is not a file', () => {
    expect(() => loadConfigFile(directory, '.')).toThrow('config file . cannot be read (EISDIR)')
  })

  test('the one in the working directory is found', () => {
    writeFileSync(join(directory, 'clawstead.yaml'), 'seed: 5\n')
    expect(loadConfigFile(directory)).toEqual({
      path: 'clawstead.yaml',
      values: new Map([['seed', { text: '5', line: 1 }]]),
    })
  })
})
