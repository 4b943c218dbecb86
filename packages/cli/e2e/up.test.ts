import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireBuild, startProgram } from './clawstead.js'

beforeAll(requireBuild)

const NEVER_CLOSES = fileURLToPath(new URL('./never-closes.mjs', import.meta.url))
const ON_FREE_PORTS = ['--port', '0', '--mcp-port', '0']

test.each(['SIGINT', 'SIGTERM'] as const)('[UP1] up gets ready, and %s stops it cleanly', async (signal) => {
  const program = startProgram(['up', '--json', ...ON_FREE_PORTS])
  const [line] = await program.waitFor('stdout', /^.*\n/)
  const ready = JSON.parse(line)
  expect(ready).toEqual({
    ready: true,
    url: `http://127.0.0.1:${ready.port}/`,
    ws_url: `ws://127.0.0.1:${ready.port}/v1/ws`,
    mcp_url: `http://127.0.0.1:${ready.mcp_port}/mcp`,
    port: expect.any(Number),
    mcp_port: expect.any(Number),
    worlds: ['OVERWORLD', 'MINE_L1', 'MINE_L2', 'MINE_L3', 'CITY_HUB'],
    pid: program.pid,
  })
  const statuses = [ready.port, ready.mcp_port].map(
    async (port) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200])
  expect((await fetch(ready.url)).headers.get('content-type')).toContain('text/html')

  program.kill(signal)
  expect(await program.exited).toEqual({ code: 0, signal: null })
  expect(program.written().stdout).toBe(line)
  for (const entry of program.written().stderr.trim().split('\n')) expect(JSON.parse(entry)).toHaveProperty('msg')
})

test('[UP2] a person reads what started, what to open, and that it stopped', async () => {
  const program = startProgram(['up', '--world', 'small', '--log-level', 'warn', ...ON_FREE_PORTS])
  await program.waitFor('stdout', /Ctrl-C stops it\.\n/)
  program.kill('SIGINT')
  expect(await program.exited).toEqual({ code: 0, signal: null })
  const stdout = program
    .written()
    .stdout.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
    .replace(/\d+ blocks.*/, 'CONTENT')
  expect(stdout).toBe(
    [
      '  ✓ catalog  CONTENT',
      '  ✓ worlds   small',
      '  ✓ server   ws://HERE/v1/ws',
      '  ✓ page     http://HERE/',
      '  ✓ sidecar  http://HERE/mcp',
      '',
      'Clawstead is ready.',
      '',
      '  Open http://HERE/',
      '',
      '  Join an agent from another terminal:',
      `  curl -s http://HERE/mcp -H 'x-agent-id: ada' -d '{"jsonrpc":"2.0","id":1,"method":"call_tool","params":{"name":"voxelcraft.get_obs","arguments":{"mode":"summary","wait_new_tick":true}}}'`,
      '',
      'Ctrl-C stops it.',
      '',
      'Stopping (SIGINT). Once more ends it at once.',
      '  closing sidecar',
      '  closing world server',
      'Stopped.',
      '',
    ].join('\n'),
  )
  expect(program.written().stderr).toBe('')
})

describe('[UP3] the line to paste joins an agent', () => {
  test.each([
    ['as it is', [], {}],
    ['signing by itself when there is a secret', ['--no-hmac-allow-legacy'], { CLAWSTEAD_HMAC_SECRET: "it's $ecret" }],
  ])('%s', async (_, flags, environment) => {
    const program = startProgram(['up', '--world', 'small', ...flags, ...ON_FREE_PORTS], { environment })
    const [, line] = await program.waitFor('stdout', /Join an agent from another terminal:\n {2}(.*)\n/)
    const shell = promisify(execFile)('sh', ['-c', line ?? ''], { env: { PATH: process.env['PATH'], ...environment } })
    const answer = JSON.parse((await shell).stdout)
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1, result: { agent_id: 'A1', obs: { type: 'OBS' } } })
    expect(JSON.stringify(program.written())).not.toContain('$ecret')
    program.kill('SIGTERM')
    expect(await program.exited).toEqual({ code: 0, signal: null })
  })
})

test('[UP4] a start script of the existing server works, and what has no meaning is said', async () => {
  const program = startProgram(
    'server -addr :0 -data ./d -seed 7 -world world_1 -worlds ./none.yaml -load_latest_snapshot=false -disable_db=true --json'.split(
      ' ',
    ),
  )
  const [line] = await program.waitFor('stdout', /^.*\n/)
  expect(JSON.parse(line)).toMatchObject({ ready: true, worlds: ['world_1'] })
  const health = await fetch(new URL('/healthz', JSON.parse(line).url))
  expect([health.status, await health.text()]).toEqual([200, 'ok'])
  program.kill('SIGINT')
  expect(await program.exited).toEqual({ code: 0, signal: null })
  const messages = program
    .written()
    .stderr.trim()
    .split('\n')
    .map((entry) => JSON.parse(entry).msg)
  expect(messages).toEqual(
    expect.arrayContaining([
      'flag -addr: no host given, so it binds 127.0.0.1',
      'flag -disable_db has no effect: there is no index database to turn off',
      'flag -load_latest_snapshot has no effect: worlds always go on from where they stopped; for new ones choose another data folder',
      'flag -worlds: ./none.yaml does not exist, so there is a single world, world_1',
    ]),
  )
})

test('[UP5] the sidecar waits for its world, and can be stopped while it waits', async () => {
  const server = startProgram(['server', '--json', '--port', '0', '--world', 'small'])
  const { ws_url: wsUrl } = JSON.parse((await server.waitFor('stdout', /^.*\n/))[0])
  const sidecar = startProgram([
    'sidecar',
    '-listen',
    '127.0.0.1:0',
    '-world-ws-url',
    wsUrl,
    '-state-file',
    '',
    '--json',
  ])
  const ready = JSON.parse((await sidecar.waitFor('stdout', /^.*\n/))[0])
  expect(ready).toMatchObject({ ready: true, world_ws_url: wsUrl, mcp_url: `http://127.0.0.1:${ready.mcp_port}/mcp` })
  server.kill('SIGTERM')
  await server.exited

  const lonely = startProgram(['sidecar', '--mcp-port', '0', '--world-ws-url', wsUrl])
  await lonely.waitFor('stderr', /waiting for the world/)
  lonely.kill('SIGTERM')
  sidecar.kill('SIGTERM')
  expect([await lonely.exited, await sidecar.exited]).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ])
  expect(lonely.written().stdout).toContain('Stopped before it was ready.\n')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('[STOP2] a second signal (%s) ends it at once with %i', async (signal, code) => {
  const program = startProgram([], { script: NEVER_CLOSES })
  await program.waitFor('stdout', /started/)
  program.kill('SIGINT')
  await program.waitFor('stdout', /closing stubborn part/)
  program.kill(signal)
  expect(await program.exited).toEqual({ code, signal: null })
})
