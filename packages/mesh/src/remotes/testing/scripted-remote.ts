import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Identity, identityOf, signReply } from '../../identity/index.js'

export type ScriptedSkill = { name: string; version: string; schema: Record<string, unknown>; [extra: string]: unknown }

export type ScriptedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/** What it answers in place of what is right; a text is sent as it is, `'hang'` never, `'cut'` ends the connection. */
export type ScriptedAnswer =
  | 'hang'
  | 'cut'
  | {
      readonly status?: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
      readonly isSigned?: boolean
    }

export type ScriptedRemote = {
  readonly url: string
  /** `GET /mcp/info` and the like, in the order they came. */
  readonly requests: string[]
  readonly received: ScriptedRequest[]
  identity: Identity
  skills: ScriptedSkill[]
  peers: string[]
  info: Record<string, unknown>
  /** May take its time. */
  answer: (request: ScriptedRequest) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>
  stop(): Promise<void>
  /** Comes back at the same address. */
  start(): Promise<void>
}

export const testIdentity = (context = 'remote'): Identity =>
  identityOf(generateKeyPairSync('ed25519').privateKey, context)

export const echoSkill = (extra: Partial<ScriptedSkill> = {}): ScriptedSkill => ({
  name: 'echo/say',
  version: '1.1',
  description: 'Says it again.',
  signature_required: false,
  timeout_ms: 2_000,
  schema: {
    inputs: { text: { type: 'string' } },
    outputs: {},
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  ...extra,
})

/** A service that speaks the mesh protocol properly until a test tells it not to. */
export async function startScriptedRemote(skills: readonly ScriptedSkill[] = [echoSkill()]): Promise<ScriptedRemote> {
  let port = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    const reply = async (): Promise<void> => {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url: path = '', headers } = request
      const asked = { method, path, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      remote.requests.push(`${method} ${path}`)
      remote.received.push(asked)
      const answer = (await remote.answer(asked)) ?? properAnswer(remote, asked)
      if (answer === 'hang') return
      if (answer === 'cut') {
        request.socket.destroy()
        return
      }
      const { status = 200, body, headers: extra = {}, isSigned = status === 200 } = answer
      const { nonce } = (asked.body ?? {}) as { nonce?: string }
      const signed = isSigned
        ? signReply({
            identity: remote.identity,
            method: path.slice('/mcp/'.length),
            body,
            nonce: nonce ?? String(headers['x-nonce']),
            nowMs: Date.now(),
          })
        : {}
      response.writeHead(status, { 'content-type': 'application/json', ...signed, ...extra })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    request.on('end', () => void reply())
  })

  async function start(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  await start()
  onTestFinished(stop)
  const remote: ScriptedRemote = {
    url: `http://127.0.0.1:${port}/mcp`,
    requests: [],
    received: [],
    identity: testIdentity(),
    skills: [...skills],
    peers: [],
    info: {},
    answer: () => undefined,
    start,
    stop,
  }
  return remote
}

function properAnswer(remote: ScriptedRemote, { method, path, body }: ScriptedRequest): ScriptedAnswer {
  if (path === '/mcp/info') return { body: infoOf(remote) }
  if (path === '/mcp/discover') return { body: remote.peers }
  const skill = remote.skills.find(({ name }) => path === `/mcp/${name}`)
  if (method !== 'POST' || skill === undefined)
    return { status: 404, body: { success: false, data: null, error: 'no' } }
  const { _meta, ...params } = (body as { params: Record<string, unknown> }).params
  return { body: { success: true, data: params } }
}

function infoOf({ identity, skills, info }: ScriptedRemote): object {
  return {
    name: 'scripted',
    version: '1.0.0',
    author: 'tests',
    pubkey: identity.publicKeyText,
    agent_id: identity.agentId,
    machine_context: identity.machineContext,
    schema: Object.fromEntries(skills.map(({ name, schema }) => [name, schema])),
    skills: skills.map(({ schema: _schema, ...brief }) => brief),
    ...info,
  }
}
