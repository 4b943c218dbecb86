import { generateKeyPairSync } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPolicy, identityOf, startMeshNode } from '@clawstead/mesh'
import { createRegistry, foreignSchema, type JsonSchema, type Skill, SkillError } from '@clawstead/skills'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../program.js'
import { recordSurroundings } from '../testing/surroundings.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-remote-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

async function run(...args: string[]) {
  const surroundings = recordSurroundings({ directory })
  const exitNow = (code: number) => expect.fail(`exit ${code}`)
  const control = { signals: new EventEmitter(), exitNow, hasTerminal: false }
  const code = await runProgram(args, surroundings, control)
  return { code, ...surroundings.written() }
}

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

/** The same version with another schema is what nobody was told about. */
const say = (input: JsonSchema = TEXT): Skill => ({
  name: 'demo/say',
  version: '1.0.0',
  author: 'tests',
  description: 'Says it again.',
  input: foreignSchema(input),
  output: foreignSchema({ type: 'object', properties: { said: { type: 'string' } } }),
  dependencies: [],
  rights: [],
  signatureRequired: true,
  isReadOnly: true,
  timeoutMs: 5_000,
  concurrencyMax: 8,
  origin: 'user',
  run(value) {
    const { text } = value as { text: string }
    if (text === 'fail') throw new SkillError('failed', 'too tired')
    return { said: text }
  },
})

/** A node as `clawstead mesh` starts it. */
async function startNode(options: { readonly data?: string } = {}) {
  const registry = createRegistry({ skills: options.data === undefined ? [say()] : [] })
  const silent = (): void => undefined
  const node = await startMeshNode({
    registry,
    identity: identityOf(generateKeyPairSync('ed25519').privateKey),
    directory: join(options.data ?? mkdtempSync(join(tmpdir(), 'clawstead-node-')), 'mesh'),
    policy: defaultPolicy(true),
    name: 'node',
    version: '1.0.0',
    host: '127.0.0.1',
    port: 0,
    dialAllow: ['127.0.0.1'],
    log: { debug: silent, info: silent, warn: silent, error: silent },
  })
  onTestFinished(() => node.close())
  return { ...node, registry }
}

const KEYS = ['--keys-dir', 'keys'] as const

describe('[SKILL5] skill call', () => {
  beforeEach(() => run('keys', 'create', ...KEYS))

  test('by address or by name, signed with the key of this machine', async () => {
    const { mcpUrl, url } = await startNode()
    expect(await run('skill', 'call', `${mcpUrl}/demo/say`, '{"text":"hi"}', ...KEYS)).toMatchObject({
      code: 0,
      stdout: '{\n  "said": "hi"\n}\n',
    })
    expect(await run('skill', 'call', 'demo/say', '{"text":"hi"}', '--node', url, '--json', ...KEYS)).toMatchObject({
      code: 0,
      stdout: '{"success":true,"data":{"said":"hi"}}\n',
    })
  })

  test('says what is wrong, and exits with 1', async () => {
    const { url, mcpUrl } = await startNode()
    const asked = ['--node', url, ...KEYS]
    expect(await run('skill', 'call', 'demo/say', '{"text":1}', ...asked)).toMatchObject({
      code: 1,
      stderr: 'clawstead: demo/say: text: must be string\n',
    })
    expect(await run('skill', 'call', 'demo/say', '{"text":"fail"}', '--json', ...asked)).toMatchObject({
      code: 1,
      stdout: '{"success":false,"data":null,"error":"too tired","code":"failed"}\n',
    })
    expect(await run('skill', 'call', 'demo/none', ...asked)).toMatchObject({
      code: 1,
      stderr: `clawstead: demo/none: nothing at ${mcpUrl}/demo/none/info\n`,
    })
    expect(await run('skill', 'call', `${url}/elsewhere`, ...KEYS)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected the address of a skill') as string,
    })
    expect(await run('skill', 'call', 'http://169.254.169.254/mcp/a/b', ...KEYS)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('169.254.169.254 is a metadata service') as string,
    })
  })

  test('bad words are refused before anything is called', async () => {
    expect(await run('skill', 'call', 'demo/say', '{text}', ...KEYS)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the input is no JSON') as string,
    })
    expect(await run('skill', 'call', 'Demo', ...KEYS)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('skill name "Demo": lower-case segments') as string,
    })
  })
})

describe('[REMOTES1] mesh remote', () => {
  test('add, list and remove work on the files, without a node', async () => {
    expect(await run('mesh', 'remote', 'list', '--mesh-port', '1', '--mcp-port', '1')).toMatchObject({
      code: 0,
      stdout: 'no remotes; clawstead mesh remote add URL adds one\n',
    })
    expect(await run('mesh', 'remote', 'add', 'https://node.test/mcp/')).toMatchObject({
      code: 0,
      stdout: 'added https://node.test/mcp\n',
    })
    expect(await run('mesh', 'remote', 'add', 'sums=https://sums.test/mcp', '--json')).toMatchObject({
      stdout: '{"added":"https://sums.test/mcp"}\n',
    })
    expect(await run('mesh', 'remote', 'add', 'https://node.test/mcp')).toMatchObject({
      code: 1,
      stderr: 'clawstead: https://node.test/mcp is there already\n',
    })
    const list = join(directory, 'data/mesh/remotes.json')
    expect((JSON.parse(readFileSync(list, 'utf8')) as { remotes: unknown }).remotes).toEqual([
      { url: 'https://node.test/mcp', kind: 'mesh' },
      { url: 'https://sums.test/mcp', kind: 'mcp', name: 'sums' },
    ])
    expect((await run('mesh', 'remote', 'list', '--mesh-port', '1', '--mcp-port', '1')).stdout).toBe(
      [
        'https://node.test/mcp  no node runs that could tell how it is',
        'https://sums.test/mcp  no node runs that could tell how it is',
        '',
      ].join('\n'),
    )
    expect(await run('mesh', 'remote', 'remove', 'https://node.test/mcp')).toMatchObject({
      code: 0,
      stdout: 'removed https://node.test/mcp\n',
    })
    expect(await run('mesh', 'remote', 'remove', 'https://node.test/mcp')).toMatchObject({ code: 1 })
  })

  test('a server that wants to see a secret is added with where that is kept, never with the secret itself', async () => {
    const add = (...words: string[]) => run('mesh', 'remote', 'add', ...words)
    expect(await add('hub=https://hub.test/mcp', 'op://dev/hub/token')).toMatchObject({ code: 0 })
    expect(await add('maps=https://maps.test/mcp', 'X-Api-Key=env://MAPS_KEY')).toMatchObject({ code: 0 })
    const list = join(directory, 'data/mesh/remotes.json')
    const before = readFileSync(list, 'utf8')
    expect((JSON.parse(before) as { remotes: unknown }).remotes).toEqual([
      {
        url: 'https://hub.test/mcp',
        kind: 'mcp',
        name: 'hub',
        secret: { header: 'authorization', reference: 'op://dev/hub/token' },
      },
      {
        url: 'https://maps.test/mcp',
        kind: 'mcp',
        name: 'maps',
        secret: { header: 'x-api-key', reference: 'env://MAPS_KEY' },
      },
    ])
    const literal = await add('git=https://git.test/mcp', 'ghp_0123456789')
    expect([literal.code, literal.stderr]).toEqual([1, expect.stringContaining('never written down itself')])
    expect(JSON.stringify(literal)).not.toContain('ghp_')
    expect(await add('https://node.test/mcp', 'env://KEY')).toMatchObject({
      code: 1,
      stderr: 'clawstead: a secret goes with an MCP server: NAME=URL\n',
    })
    expect(readFileSync(list, 'utf8')).toBe(before)
  })

  test('a running node follows: a remote is added, its changed skill approved', async () => {
    const other = await startNode()
    const own = await startNode({ data: join(directory, 'data') })
    const states = () => own.node.remotes.list().map(({ url, state }) => [url, state])
    await run('mesh', 'remote', 'add', other.mcpUrl)
    await expect.poll(states, { timeout: 10_000 }).toEqual([[other.mcpUrl, 'enabled']])
    other.registry.unregister('demo/say')
    other.registry.register(say({ ...TEXT, additionalProperties: false }))
    await own.node.remotes.refresh()
    expect(own.registry.availability('demo/say')).toBe('schema changed without version bump')
    const listed = await run('mesh', 'remote', 'list', '--node', own.url, '--json')
    expect((JSON.parse(listed.stdout) as { remotes: unknown }).remotes).toMatchObject([
      { url: other.mcpUrl, state: 'enabled', failures: 0, waiting: ['demo/say'] },
    ])
    expect(await run('mesh', 'remote', 'approve', 'demo/say')).toMatchObject({
      code: 0,
      stdout: 'approved demo/say\n',
    })
    await expect.poll(() => own.registry.availability('demo/say'), { timeout: 10_000 }).toBeUndefined()
    expect(await run('mesh', 'remote', 'enable', other.mcpUrl)).toMatchObject({
      code: 0,
      stdout: `enabled ${other.mcpUrl}\n`,
    })
  })

  test('what is not there is said', async () => {
    expect(await run('mesh', 'remote', 'approve', 'demo/say')).toMatchObject({
      code: 1,
      stderr: 'clawstead: nothing waits for approval under "demo/say"\n',
    })
    expect(await run('mesh', 'remote', 'enable', 'http://x.test/mcp')).toMatchObject({
      code: 1,
      stderr: 'clawstead: no remote http://x.test/mcp\n',
    })
    expect(await run('mesh', 'remote', 'add', 'nonsense')).toMatchObject({
      code: 1,
      stderr: 'clawstead: "nonsense" is no http or https URL\n',
    })
    expect(await run('mesh', 'remote')).toMatchObject({ code: 2 })
    expect(await run('mesh', 'remte', 'list')).toMatchObject({ code: 2 })
  })
})

describe('[REMOTES2] settings of the mesh that cannot be are refused before anything starts', () => {
  test.each([
    ['mesh-delegates', 'echo/say', '"echo/say" is not SKILL=CALLER'],
    ['mesh-delegates', 'echo/say=somebody', '"echo/say=somebody" is not SKILL=CALLER'],
    ['mesh-delegates', 'e*o=token:ann', '"e*o=token:ann" is not SKILL=CALLER'],
    ['mesh-secrets', 'env://KEY', 'expected NAME=[HEADER=]REFERENCE'],
    ['mesh-secrets', 'hub=ghp_0123456789', 'never written down itself'],
    ['mesh-remotes', 'ftp://x', '"ftp://x" is no http or https URL'],
  ])('%s %s', async (name, value, problem) => {
    const { code, stderr, stdout } = await run('mesh', '--mesh-port', '0', `--${name}`, value, ...KEYS)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${name}: `)])
    expect(stderr).toContain(problem)
    expect(stderr + stdout).not.toContain('ghp_')
  })

  test('config shows neither a reference nor what stands in its place', async () => {
    const { stdout } = await run('config', '--mesh-secrets', 'hub=ghp_0123456789')
    expect(stdout).toContain('mesh-secrets')
    expect(stdout).not.toContain('ghp_')
  })
})
