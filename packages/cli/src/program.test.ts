import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from './commands/table.js'
import { runProgram } from './program.js'
import { SETTINGS } from './settings/table/index.js'
import { recordSurroundings } from './testing/surroundings.js'
import { version } from './version.js'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-program-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

async function run(args: string[], environment: Record<string, string> = {}) {
  const surroundings = recordSurroundings({ environment, directory })
  const exitNow = (code: number) => expect.fail(`exit ${code}`)
  const code = await runProgram(args, surroundings, { signals: new EventEmitter(), exitNow, hasTerminal: false })
  return { code, ...surroundings.written() }
}

describe('[HELP1] help on every level', () => {
  test('the program, asked for in four ways', async () => {
    const { code, stdout, stderr } = await run([])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatchSnapshot()
    for (const args of [['--help'], ['-h'], ['help']]) expect(await run(args)).toEqual({ code, stdout, stderr })
  })

  test.each(COMMANDS.map(({ name }) => name))('%s', async (name) => {
    const { code, stdout, stderr } = await run([name, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatchSnapshot()
    expect(await run(['help', name])).toEqual({ code, stdout, stderr })
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
  })

  test('every setting names commands that exist', () => {
    const names = COMMANDS.map(({ name }) => name)
    const strays = SETTINGS.flatMap(({ commands }) => commands).filter((name) => !names.includes(name))
    expect(strays).toEqual([])
  })

  test('colour when forced', async () => {
    expect((await run(['--help'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[1mUsage\u001b[22m')
  })
})

test('[HELP2] the version, plain and as JSON', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `clawstead ${version()}\n`, stderr: '' })
  const { code, stdout } = await run(['--version', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { name: 'clawstead', version: version(), node: process.version }])
})

describe('[EXIT2] wrong usage', () => {
  test.each([
    [['dance'], 'clawstead: unknown command "dance": the nearest is up\nSee: clawstead --help\n'],
    [['help', 'uq'], 'clawstead: unknown command "uq": the nearest is up\nSee: clawstead --help\n'],
    [['up', '--prot', '80'], 'clawstead: unknown flag --prot: the nearest flag is --port\nSee: clawstead up --help\n'],
    [['up', 'now'], 'clawstead: clawstead up does not take "now"\nSee: clawstead up --help\n'],
    [['help', 'up', 'now'], 'clawstead: clawstead help does not take "now"\nSee: clawstead help --help\n'],
    [['--port', '80'], 'clawstead: --port needs a command before it, such as clawstead up\nSee: clawstead --help\n'],
    [['up', '--port', 'x'], 'clawstead: flag --port: "x" is not a whole number\nSee: clawstead up --help\n'],
    [['up', '--config', 'no.yaml'], 'clawstead: config file no.yaml does not exist\nSee: clawstead up --help\n'],
  ])('%j', async (args, stderr) => {
    expect(await run(args)).toEqual({ code: 2, stdout: '', stderr })
  })

  test('under --json the message is one JSON line', async () => {
    const { code, stderr } = await run(['up', '--prot', '80', '--json'])
    expect([code, JSON.parse(stderr)]).toEqual([
      2,
      { level: 'error', msg: 'unknown flag --prot: the nearest flag is --port', exit_code: 2 },
    ])
  })
})

test('[EXIT1] settings that cannot run are refused before anything starts', async () => {
  expect(await run(['up', '--mcp-host', '0.0.0.0'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'clawstead: the sidecar will not listen on 0.0.0.0, where others can reach it, without an hmac-secret: set CLAWSTEAD_HMAC_SECRET, or stay on 127.0.0.1\n',
  })
})

describe('[CONF1] config', () => {
  const environment = { VC_MCP_HMAC_SECRET: 'hunter22' }

  test('JSON: each value with its origin, secrets masked', async () => {
    writeFileSync(join(directory, 'clawstead.yaml'), 'seed: 7\nmcp-port: 1\n')
    const { code, stdout, stderr } = await run(['config', '--json', '--mcp-port', '2', '-snapshot', 'x'], environment)
    const answer = JSON.parse(stdout)
    const given = answer.settings.filter((row: { origin: { from: string } }) => row.origin.from !== 'default')
    expect([code, stderr]).toEqual([0, ''])
    expect({ ...answer, settings: given }).toEqual({
      file: 'clawstead.yaml',
      settings: [
        { name: 'seed', value: 7, origin: { from: 'file', path: 'clawstead.yaml', line: 1 }, masked: false },
        { name: 'snapshot', value: 'x', origin: { from: 'flag', flag: '-snapshot' }, masked: false },
        { name: 'mcp-port', value: 2, origin: { from: 'flag', flag: '--mcp-port' }, masked: false },
        {
          name: 'hmac-secret',
          value: '********',
          origin: { from: 'environment', variable: 'VC_MCP_HMAC_SECRET' },
          masked: true,
        },
        { name: 'json', value: true, origin: { from: 'flag', flag: '--json' }, masked: false },
      ],
      notes: [
        'flag -snapshot has no effect: snapshot files of other programs cannot be read; the world starts from its seed',
      ],
    })
    const shown = SETTINGS.filter((one) => !one.isForeign).length
    expect(answer.settings).toHaveLength(shown + 1)
  })

  test('text: the same in columns', async () => {
    writeFileSync(join(directory, 'clawstead.yaml'), 'seed: 7\n')
    const { stdout } = await run(['config', '-addr', ':80'], environment)
    const lines = stdout.split('\n')
    expect(lines).toContain('seed                       7                          file clawstead.yaml:1')
    expect(lines).toContain('host                       127.0.0.1                  flag -addr')
    expect(lines).toContain('hmac-secret                ********                   env VC_MCP_HMAC_SECRET')
    expect(lines).toContain('data                       ./data                     default')
    expect(lines).toContain('note  flag -addr: no host given, so it binds 127.0.0.1')
    expect(stdout).not.toContain('hunter22')
  })

  test('a wrong key in the file is refused', async () => {
    writeFileSync(join(directory, 'clawstead.yaml'), '\nmcp_port: 7\n')
    expect(await run(['config'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'clawstead: clawstead.yaml:2: unknown setting "mcp_port": the nearest is mcp-port\nSee: clawstead config --help\n',
    })
  })
})
