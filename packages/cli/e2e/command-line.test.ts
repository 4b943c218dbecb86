import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { requireBuild, runProgram, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

test('[CONF1] config --json tells every origin', async () => {
  const directory = temporaryFolder()
  writeFileSync(join(directory, 'clawstead.yaml'), 'seed: 7\n')
  const environment = { CLAWSTEAD_HMAC_SECRET: 'hunter22' }
  const { code, stdout, stderr } = await runProgram(['config', '--json', '--port', '9000'], { directory, environment })
  const { file, settings } = JSON.parse(stdout)
  const row = (name: string) => settings.find((one: { name: string }) => one.name === name)
  expect([code, stderr, file]).toEqual([0, '', 'clawstead.yaml'])
  expect(row('port')).toEqual({ name: 'port', value: 9000, origin: { from: 'flag', flag: '--port' }, masked: false })
  expect(row('seed').origin).toEqual({ from: 'file', path: 'clawstead.yaml', line: 1 })
  expect(row('hmac-secret')).toEqual({
    name: 'hmac-secret',
    value: '********',
    origin: { from: 'environment', variable: 'CLAWSTEAD_HMAC_SECRET' },
    masked: true,
  })
  expect(stdout).not.toContain('hunter22')
})

test('[EXIT2] an unknown flag exits 2 and names the nearest', async () => {
  expect(await runProgram(['up', '--prot', '80'])).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: 'clawstead: unknown flag --prot: the nearest flag is --port\nSee: clawstead up --help\n',
  })
})

test('[HELP2] the version', async () => {
  const { code, stdout } = await runProgram(['--version'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^clawstead \d+\.\d+\.\d+\n$/)])
})

test('[EXIT1] a broken worlds file is answered with file and field, without a stack', async () => {
  const directory = temporaryFolder()
  writeFileSync(
    join(directory, 'w.yaml'),
    'default_world_id: A\nworlds: [{id: A, boundary_r: -1, reset_every_ticks: 5}]\n',
  )
  const { code, stderr } = await runProgram(['up', '--worlds', 'w.yaml', '--port', '0', '--mcp-port', '0'], {
    directory,
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^clawstead: .*w\.yaml: worlds\[0\]\.boundary_r: /)
  expect(stderr).not.toContain('    at ')
})

test.each(['--port', '--mcp-port'])('[FAIL1] a taken %s gets a sentence, exit 1 and no stack', async (flag) => {
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void blocker.close())
  const address = blocker.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const free = flag === '--port' ? '--mcp-port' : '--port'
  const what = flag === '--port' ? 'world server' : 'sidecar'
  const { code, stderr } = await runProgram(['up', '--log-level', 'error', flag, port, free, '0', '--world', 'small'])
  expect([code, stderr]).toEqual([
    1,
    `clawstead: port ${port} on 127.0.0.1 is already in use, so the ${what} cannot start: stop the program that uses it, or choose another port with ${flag} N\n`,
  ])
})
