import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, identifyCaller } from '../caller.js'
import type { Door } from '../door.js'
import { SkillError } from '../errors.js'
import { createRegistry } from '../registry.js'
import { foreignSchema } from '../schema-foreign.js'
import { defineSkill } from '../skill.js'
import { doorFetch } from '../testing/door-fetch.js'
import { createMcpDoor } from './mcp-door.js'

const paint = defineSkill({
  name: 'test/paint',
  version: '1.0.0',
  author: 'tests',
  description: 'Answers with a picture, a sound and a document.',
  input: z.object({}),
  output: z.object({
    title: z.string(),
    image: z.object({ mime_type: z.string(), base64: z.string().optional() }),
    sound: z.object({ mime_type: z.string(), base64: z.string().optional() }),
    note: z.object({ uri: z.string(), mime_type: z.string(), text: z.string().optional() }),
    other: z.object({ mime_type: z.string(), base64: z.string() }),
  }),
  run: () => ({
    title: 'all of it',
    image: { mime_type: 'image/png', base64: 'aW1n' },
    sound: { mime_type: 'audio/wav', base64: 'c25k' },
    note: { uri: 'test://note', mime_type: 'text/plain', text: 'words' },
    other: { mime_type: 'application/zip', base64: 'emlw' },
  }),
})

/** Watchers of the clock by caller, so that a test can let it strike for one of them. */
let watchers: { readonly identity: string; readonly onChange: () => void }[] = []
let watcherCameOrWent: () => void = () => undefined

function callerOf(agentId: string | null): Caller {
  const identified = identifyCaller({ agentId: agentId ?? undefined })
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}

let door: Door
let doorway: typeof fetch
let clients: Client[] = []
beforeEach(() => {
  watchers = []
  door = createMcpDoor({
    registry: createRegistry({ skills: [paint] }),
    serverName: 'tests',
    serverVersion: '1',
    instructions: '',
    resources: [
      {
        uri: 'test://clock',
        name: 'clock',
        description: 'Strikes.',
        mimeType: 'text/plain',
        read: () => 'noon',
        watch({ identity }, onChange) {
          const watcher = { identity, onChange }
          watchers.push(watcher)
          watcherCameOrWent()
          return () => {
            watchers = watchers.filter((one) => one !== watcher)
            watcherCameOrWent()
          }
        },
      },
      { uri: 'test://stone', name: 'stone', description: 'Never changes.', mimeType: 'text/plain', read: () => 'hard' },
    ],
    resourceTemplates: [
      {
        uriTemplate: 'test://square/{number}',
        name: 'square',
        description: 'Its bytes.',
        mimeType: 'application/octet-stream',
        async read({ number = '' }) {
          if (number === '13') throw new SkillError('failed', 'not today')
          return /^\d$/.test(number) ? Uint8Array.of(Number(number) ** 2) : undefined
        },
        list: async ({ caller }) => [{ uri: 'test://square/2', name: 'two', description: `For ${caller.identity}.` }],
        complete: async (variable, { base = '' }) => (variable === 'number' ? ['1', '12', `2${base}`] : []),
      },
    ],
    prompts: [
      {
        name: 'colors',
        description: 'Pick one.',
        arguments: [
          { name: 'color', description: 'which', values: ['red', 'rose', 'blue'] },
          { name: 'many', description: 'how many', values: Array.from({ length: 120 }, (_, index) => `n${index}`) },
        ],
        render: () => [
          { type: 'text', text: 'See this.' },
          { type: 'image', mimeType: 'image/png', data: 'aW1n' },
        ],
      },
    ],
  })
  doorway = doorFetch(door, (headers) => callerOf(headers.get('x-agent-id')))
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  clients = []
  await door.close?.()
})

const URL_OF_DOOR = new URL('http://door.test/mcp')

async function connect(revision: string, agentId = 'a1'): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
  const options = { fetch: doorway, requestInit: { headers: { 'x-agent-id': agentId } } }
  await client.connect(
    revision === '2024-11-05'
      ? new SSEClientTransport(URL_OF_DOOR, options)
      : new StreamableHTTPClientTransport(URL_OF_DOOR, options),
  )
  clients.push(client)
  return client
}

/** Hear of one resource, in the way of the revision; the returned function ends it. */
async function subscribe(client: Client, revision: string, uri: string): Promise<() => Promise<unknown>> {
  if (revision === '2026-07-28') {
    const subscription = await client.listen({ resourceSubscriptions: [uri] })
    return () => subscription.close()
  }
  await client.subscribeResource({ uri })
  return () => client.unsubscribeResource({ uri })
}

/** Waits until so many watch. Streams open and close beside the requests that ask for it. */
async function watched(count: number): Promise<void> {
  while (watchers.length !== count) {
    await new Promise<void>((resolve) => {
      watcherCameOrWent = resolve
    })
  }
}

describe.each(['2026-07-28', '2025-11-25', '2024-11-05'])('a client of %s', (revision) => {
  test('[MCP12] gets pictures, sounds and documents as content of their own', async () => {
    const client = await connect(revision)
    const { content, structuredContent } = await client.callTool({ name: 'test_paint', arguments: {} })
    expect(structuredContent).toEqual({
      title: 'all of it',
      image: { mime_type: 'image/png' },
      sound: { mime_type: 'audio/wav' },
      note: { uri: 'test://note', mime_type: 'text/plain' },
      other: { mime_type: 'application/zip', base64: 'emlw' },
    })
    expect(content).toEqual([
      { type: 'text', text: JSON.stringify(structuredContent) },
      { type: 'image', data: 'aW1n', mimeType: 'image/png' },
      { type: 'audio', data: 'c25k', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'test://note', mimeType: 'text/plain', text: 'words' } },
    ])
  })

  test('[MCP13] reads members of a family of resources', async () => {
    const client = await connect(revision)
    expect((await client.listResourceTemplates()).resourceTemplates).toContainEqual({
      uriTemplate: 'test://square/{number}',
      name: 'square',
      description: 'Its bytes.',
      mimeType: 'application/octet-stream',
    })
    expect((await client.listResources()).resources).toContainEqual({
      uri: 'test://square/2',
      name: 'two',
      description: 'For a1.',
      mimeType: 'application/octet-stream',
    })
    expect((await client.readResource({ uri: 'test://square/3' })).contents).toEqual([
      { uri: 'test://square/3', mimeType: 'application/octet-stream', blob: 'CQ==' },
    ])
    await expect(client.readResource({ uri: 'test://square/x' })).rejects.toThrow('test://square/x')
    await expect(client.readResource({ uri: 'test://square/13' })).rejects.toThrow('not today')
  })

  test('[MCP14] hears of a resource it subscribed to, and of nobody else’s', async () => {
    const [client, other] = await Promise.all([connect(revision, 'a1'), connect(revision, 'a2')])
    const heard: string[] = []
    let next: () => void = () => undefined
    for (const [name, one] of [
      ['a1', client],
      ['a2', other],
    ] as const) {
      one.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => {
        heard.push(`${name} ${uri}`)
        next()
      })
    }
    const stop = await subscribe(client, revision, 'test://clock')
    await subscribe(other, revision, 'test://clock')
    await watched(2)
    const strike = async (identity: string): Promise<void> => {
      const told = new Promise<void>((resolve) => {
        next = resolve
      })
      for (const watcher of watchers) if (watcher.identity === identity) watcher.onChange()
      await told
    }
    await strike('a2')
    await strike('a1')
    expect(heard).toEqual(['a2 test://clock', 'a1 test://clock'])
    await stop()
    await watched(1)
    expect(watchers.map(({ identity }) => identity)).toEqual(['a2'])
    await other.close()
    await door.close?.()
    await watched(0)
  })

  test('[MCP15] is offered values for arguments', async () => {
    const client = await connect(revision)
    const ask = async (name: string, value: string, known?: Record<string, string>) => {
      const isVariable = name === 'number'
      const { completion } = await client.complete({
        ref: isVariable
          ? { type: 'ref/resource', uri: 'test://square/{number}' }
          : { type: 'ref/prompt', name: 'colors' },
        argument: { name, value },
        ...(known === undefined ? {} : { context: { arguments: known } }),
      })
      return completion
    }
    expect(await ask('color', 'R')).toEqual({ values: ['red', 'rose'], total: 2, hasMore: false })
    expect(await ask('number', '', { base: '9' })).toEqual({ values: ['1', '12', '29'], total: 3, hasMore: false })
    expect(await ask('many', 'n')).toMatchObject({ total: 120, hasMore: true, values: { length: 100 } })
    await expect(ask('size', '')).rejects.toThrow('argument.name: prompt colors has no size')
    await expect(
      client.complete({ ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'a', value: '' } }),
    ).rejects.toThrow('ref.name: unknown prompt none')
    await expect(
      client.complete({ ref: { type: 'ref/resource', uri: 'none://{a}' }, argument: { name: 'a', value: '' } }),
    ).rejects.toThrow('ref.uri: unknown resource template none://{a}')
  })

  test('[MCP16] gets prompts of several messages', async () => {
    const client = await connect(revision)
    expect((await client.getPrompt({ name: 'colors' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'See this.' } },
      { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'aW1n' } },
    ])
  })
})

test('[MCP14] what never changes, or does not exist, cannot be subscribed to', async () => {
  const client = await connect('2025-11-25')
  await expect(client.subscribeResource({ uri: 'test://stone' })).rejects.toThrow('never tells of changes')
  await expect(client.subscribeResource({ uri: 'test://none' })).rejects.toThrow('test://none')
})

test('[MCP17] the schema of a remote skill is listed word for word', async () => {
  const json = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER } },
    if: { required: ['a'] },
    additionalProperties: false,
  }
  const far = {
    ...paint,
    name: 'far/away',
    origin: 'remote' as const,
    via: 'http://far.test',
    input: foreignSchema(json),
  }
  const remote = createMcpDoor({
    registry: createRegistry({ skills: [far] }),
    serverName: 'tests',
    serverVersion: '1',
    instructions: '',
  })
  doorway = doorFetch(remote, () => callerOf('a1'))
  const client = await connect('2025-11-25')
  const { tools } = await client.listTools()
  expect(tools[0]?.inputSchema).toEqual(json)
  await client.close()
  await remote.close?.()
})
