import { PassThrough } from 'node:stream'
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { identifyCaller } from '../caller.js'
import { createRegistry } from '../registry.js'
import { defineSkill } from '../skill.js'
import { serveMcpStdio } from './stdio.js'
import type { McpResource, McpSurface } from './surface.js'

const WHO = {
  name: 'test/who',
  version: '1.0.0',
  author: 'tests',
  description: 'For tests.',
  input: z.object({}),
  output: z.object({ identity: z.string(), isVerified: z.boolean(), isSigned: z.boolean() }),
  run: (_input, { caller: { identity, isVerified, isSigned } }) => ({ identity, isVerified, isSigned }),
} satisfies Parameters<typeof defineSkill>[0]
const who = defineSkill(WHO)
const sealed = defineSkill({ ...WHO, name: 'test/sealed', signatureRequired: true })

/** The client's end of two pipes: one JSON message per line. */
class PipeTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  readonly #input: PassThrough
  readonly #output: PassThrough

  constructor(input: PassThrough, output: PassThrough) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    let rest = ''
    this.#output.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.onmessage?.(JSON.parse(line) as JSONRPCMessage)
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#input.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    this.#input.end()
    this.onclose?.()
  }
}

/** A client and the service it speaks to, over a pair of pipes. */
async function connect(mode: 'legacy' | { readonly pin: string }, surface: Partial<McpSurface> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const identified = identifyCaller({ agentId: 'pipe' })
  if (!identified.ok) throw new Error(identified.message)
  const registry = createRegistry({ skills: [who, sealed] })
  const said = { registry, serverName: 't', serverVersion: '1.0.0', instructions: '', ...surface }
  const service = serveMcpStdio(said, identified.caller, { input, output })
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new PipeTransport(input, output))
  const close = async (): Promise<void> => {
    await client.close()
    await service.ended
    await service.close()
  }
  return { client, registry, close }
}

const MODES = ['legacy', { pin: '2026-07-28' }] as const

test.each(MODES)('[STDIO1] one client over pipes, who signs nothing, mode %j', async (mode) => {
  const { client, close } = await connect(mode)
  expect((await client.callTool({ name: 'test_who', arguments: {} })).structuredContent).toEqual({
    identity: 'pipe',
    isVerified: false,
    isSigned: false,
  })
  const refused = await client.callTool({ name: 'test_sealed', arguments: {} })
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining('test/sealed only takes signed calls'),
  ])
  await close()
})

test.each(MODES)('[STDIO2] it hears of changes to the tools, mode %j', async (mode) => {
  const { client, registry, close } = await connect(mode)
  const heard = new Promise<string>((resolve) =>
    client.setNotificationHandler('notifications/tools/list_changed', ({ method }) => resolve(method)),
  )
  if (mode !== 'legacy') await client.listen({ toolsListChanged: true })
  registry.unregister('test/sealed')
  expect(await heard).toBe('notifications/tools/list_changed')
  await close()
})

test.each(MODES)('[STDIO2] it hears of the resources it asked for, until it no longer does, mode %j', async (mode) => {
  const uri = 'test://clock'
  let change = (): void => undefined
  let watchers = 0
  const clock: McpResource = {
    uri,
    name: 'clock',
    description: 'Ticks.',
    mimeType: 'text/plain',
    read: () => 'now',
    watch(_caller, onChange) {
      watchers += 1
      change = onChange
      return () => {
        watchers -= 1
      }
    },
  }
  const { client, close } = await connect(mode, { resources: [clock] })
  const heard: string[] = []
  let wake = (): void => undefined
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri)
    wake()
  })
  const stops: (() => Promise<unknown>)[] = []
  if (mode === 'legacy') {
    await client.subscribeResource({ uri })
    stops.push(() => client.unsubscribeResource({ uri }))
  } else {
    // Two requests for one resource are two subscriptions and one watch.
    for (let count = 0; count < 2; count += 1) {
      const listening = await client.listen({ resourceSubscriptions: [uri] })
      stops.push(() => listening.close())
    }
  }
  expect(watchers).toBe(1)
  const told = new Promise<void>((resolve) => {
    wake = () => void (heard.length === stops.length && resolve())
  })
  change()
  await told
  expect(heard).toEqual(stops.map(() => uri))
  for (const stop of stops) await stop()
  await client.callTool({ name: 'test_who', arguments: {} })
  expect(watchers).toBe(0)
  await close()
})
