import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { identityOf, loadIdentity, openKeyring, signCall, verifyReply } from '@clawstead/mesh'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Program, requireBuild, runProgram, startProgram, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The example of the protocol, whose manifest is the whole file. */
const manifest = (name: string, signed: boolean): string => `name: ${name}
version: 1.2
author: Sage
description: Search for places
inputs:
  query: string
  location: string
  radius: integer (optional, default=500)
outputs:
  places: array
    - name: string
      rating: float
  radius: integer
dependencies:
  - wasm
signature_required: ${signed}
timeout: 5s
run: wasm
main: main.js
`
const CODE = `export default ({ query, location, radius }) =>
  ({ places: [{ name: query + ' in ' + location, rating: 4.5 }], radius })
`
const INPUT = { query: 'coffee', location: 'Denver, CO' }
const OUTPUT = { places: [{ name: 'coffee in Denver, CO', rating: 4.5 }], radius: 500 }

function writeSkill(directory: string, name: string, signed: boolean): void {
  const folder = join(directory, 'skills', name.replaceAll('/', '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), manifest(name, signed))
  writeFileSync(join(folder, 'main.js'), CODE)
}

type Ready = { mcp_url: string; agent_id: string; skills: string[]; refused: { path: string; why: string }[] }

async function serve(args: readonly string[] = []): Promise<{ ready: Ready; directory: string; program: Program }> {
  const directory = temporaryFolder()
  writeSkill(directory, 'goplaces/search', false)
  writeSkill(directory, 'goplaces/private', true)
  mkdirSync(join(directory, 'skills', 'broken'))
  writeFileSync(join(directory, 'skills', 'broken', 'SKILL.md'), 'name: broken/one\nversion: 1\n')
  const program = startProgram(
    ['mesh', '--json', '--mesh-port', '0', '--mesh-skills', 'skills', '--log-level', 'debug', ...args],
    { directory },
  )
  const [line] = await program.waitFor('stdout', /^.*\n/)
  return { ready: JSON.parse(line) as Ready, directory, program }
}

const curl = promisify(execFile)

/** The call as the protocol's example writes it; `-d` without a content type sends a form's. */
async function exampleCurl(url: string, method: string, headers: Readonly<Record<string, string>>, body: string) {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await curl('curl', ['-s', '-X', 'POST', `${url}/${method}`, ...lines, '-d', body])
  return JSON.parse(stdout) as unknown
}

describe('[MESH1] a node of its own', () => {
  test('offers the good skills, refuses the bad one aloud, and answers the example as it is printed', async () => {
    const { ready, directory, program } = await serve()
    expect(ready.skills).toEqual(['goplaces/private', 'goplaces/search'])
    expect(ready.refused).toEqual([
      { path: join(directory, 'skills', 'broken'), why: expect.stringContaining('SKILL.md:') },
    ])

    const body = JSON.stringify({ method: 'goplaces/search', params: INPUT })
    const printed = { 'X-Agent-ID': '7a5f8b...', 'X-Signature': '...', 'X-PubKey': '...' }
    expect(await exampleCurl(ready.mcp_url, 'goplaces/search', printed, body)).toEqual({ success: true, data: OUTPUT })

    const unsigned = JSON.stringify({ method: 'goplaces/private', params: INPUT })
    expect(await exampleCurl(ready.mcp_url, 'goplaces/private', printed, unsigned)).toEqual({
      success: false,
      data: null,
      error: 'goplaces/private only takes signed calls',
    })
    const identity = await loadIdentity({ directory: join(directory, '.openclaw', 'keys'), log: silent })
    const signed = signCall({ identity, method: 'goplaces/private', params: INPUT })
    const { 'x-agent-id': id, 'x-signature': signature, 'x-pubkey': key, ...rest } = signed.headers
    const real = { 'X-Agent-ID': id ?? '', 'X-Signature': signature ?? '', 'X-PubKey': key ?? '', ...rest }
    expect(await exampleCurl(ready.mcp_url, 'goplaces/private', real, signed.body)).toEqual({
      success: true,
      data: OUTPUT,
    })

    program.kill('SIGINT')
    expect(await program.exited).toEqual({ code: 0, signal: null })
    const receipts = join(directory, 'data', 'mesh', 'receipts')
    const lines = readdirSync(receipts).flatMap((name) => readFileSync(join(receipts, name), 'utf8').trim().split('\n'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ skill: 'goplaces/private', status: 200 }])
  })

  test('gives the same result through every dialect, with one shape of record', async () => {
    const { ready, program } = await serve()
    const results: unknown[] = []
    const post = async (path: string, body: object) => {
      const response = await fetch(`${ready.mcp_url}${path}`, { method: 'POST', body: JSON.stringify(body) })
      return (await response.json()) as { data?: unknown; result?: unknown }
    }
    results.push((await post('/goplaces/search', INPUT)).data)
    const params = { name: 'goplaces.search', arguments: INPUT }
    results.push((await post('', { jsonrpc: '2.0', id: 1, method: 'call_tool', params })).result)
    for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
      const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL(ready.mcp_url)))
      onTestFinished(() => client.close())
      results.push((await client.callTool({ name: 'goplaces_search', arguments: INPUT })).structuredContent)
    }
    expect(results).toEqual([OUTPUT, OUTPUT, OUTPUT, OUTPUT])
    program.kill('SIGINT')
    await program.exited
    const logged = program
      .written()
      .stderr.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.filter(({ msg }) => msg === 'skill called')).toEqual(
      ['mesh', 'sidecar', 'mcp', 'mcp'].map((door) => ({
        level: 'debug',
        time: expect.any(String),
        atMs: expect.any(Number),
        durationMs: expect.any(Number),
        skill: 'goplaces/search',
        version: expect.stringMatching(/^1\.2/),
        origin: 'user',
        caller: 'default',
        door,
        outcome: 'ok',
        msg: 'skill called',
      })),
    )
  })

  test('beyond loopback only lets in who is trusted, and shows who it is to all', async () => {
    const friend = identityOf(generateKeyPairSync('ed25519').privateKey, 'friend')
    const directory = temporaryFolder()
    writeSkill(directory, 'goplaces/search', false)
    const keyring = openKeyring({ file: join(directory, 'data', 'mesh', 'keyring.json'), now: Date.now, log: silent })
    await keyring.trust({ publicKey: friend.publicKeyText, machineContext: 'friend' })
    const program = startProgram(
      ['mesh', '--json', '--mcp-host', '0.0.0.0', '--mesh-port', '0', '--mesh-skills', 'skills'],
      { directory },
    )
    const [line] = await program.waitFor('stdout', /^.*\n/)
    const { mcp_url: url } = JSON.parse(line) as Ready
    const info = (await (await fetch(`${url}/info`)).json()) as { pubkey: string; mcp: { url: string } }
    expect((await fetch(`${url}/goplaces/search`, { method: 'POST', body: JSON.stringify(INPUT) })).status).toBe(401)

    const stranger = identityOf(generateKeyPairSync('ed25519').privateKey, 'stranger')
    const call = (identity: typeof friend, aud?: string) =>
      signCall({ identity, method: 'goplaces/search', params: INPUT, ...(aud === undefined ? {} : { url: aud }) })
    const audience = `${info.mcp.url}/goplaces/search`
    const send = async ({ headers, body }: ReturnType<typeof call>) =>
      fetch(`${url}/goplaces/search`, { method: 'POST', headers: { ...headers }, body })
    expect((await send(call(stranger, audience))).status).not.toBe(200)
    expect((await send(call(friend))).status).toBe(401)
    const signed = call(friend, audience)
    const response = await send(signed)
    const body = (await response.json()) as unknown
    expect(body).toEqual({ success: true, data: OUTPUT })
    expect(
      verifyReply({
        headers: response.headers,
        method: 'goplaces/search',
        body,
        nonce: signed.headers['x-nonce'] ?? '',
        publicKey: Buffer.from(info.pubkey, 'base64url'),
        nowMs: Date.now(),
      }),
    ).toEqual({ ok: true })
  })

  test('will not open itself to everybody', async () => {
    const { code, stderr } = await runProgram(['mesh', '--mcp-host', '0.0.0.0', '--mesh-policy', 'open'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('the mesh node will not listen on 0.0.0.0')
  })
})

test('[MESH2] under up both services say who they are, and the world is one of the skills', async () => {
  const program = startProgram(['up', '--json', '--world', 'small', '--port', '0', '--mcp-port', '0'])
  const [line] = await program.waitFor('stdout', /^.*\n/)
  const { url, mcp_url: mcpUrl } = JSON.parse(line) as { url: string; mcp_url: string }
  const [ours, theirs] = await Promise.all(
    [`${url}mcp`, mcpUrl].map(async (base) => (await (await fetch(`${base}/info`)).json()) as Record<string, unknown>),
  )
  expect(ours).toEqual(theirs)
  expect(await (await fetch(`${url}mcp/discover`)).json()).toEqual([mcpUrl, `${mcpUrl}/voxelcraft`])
  const status = await fetch(`${mcpUrl}/voxelcraft/get_status`, { method: 'POST', body: '{}' })
  expect(await status.json()).toMatchObject({
    success: true,
    data: { world_ws_url: expect.stringContaining('/v1/ws') },
  })
})

test('[MESH3] a world server alone says who it is too', async () => {
  const program = startProgram(['server', '--json', '--world', 'small', '--port', '0'])
  const [line] = await program.waitFor('stdout', /^.*\n/)
  const { url } = JSON.parse(line) as { url: string }
  expect(await (await fetch(`${url}mcp/info`)).json()).toMatchObject({ name: 'clawstead', skills: [] })
  expect(await (await fetch(`${url}mcp/discover`)).json()).toEqual([`${url}mcp`])
})

test('[MESH4] skill serve runs the folders it is given', async () => {
  const directory = temporaryFolder()
  writeSkill(directory, 'goplaces/search', false)
  const args = ['skill', 'serve', 'skills/goplaces-search', '--json', '--mesh-port', '0']
  const program = startProgram(args, { directory })
  const [line] = await program.waitFor('stdout', /^.*\n/)
  const { mcp_url: url } = JSON.parse(line) as Ready
  const response = await fetch(`${url}/goplaces/search`, { method: 'POST', body: JSON.stringify(INPUT) })
  expect(await response.json()).toEqual({ success: true, data: OUTPUT })
})
