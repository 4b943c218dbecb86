import { PassThrough } from 'node:stream'
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { identifyCaller } from '../caller.js'
import { createRegistry } from '../registry.js'
import { defineSkill } from '../skill.js'
import { serveMcpStdio } from './stdio.js'

const who = defineSkill({
  name: 'test/who',
  version: '1.0.0',
  author: 'tests',
  description: 'For tests.',
  input: z.object({}),
  output: z.object({ identity: z.string() }),
  run: (_input, { caller }) => ({ identity: caller.identity }),
})

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

test.each(['legacy', { pin: '2026-07-28' }] as const)('[STDIO1] one client over pipes, mode %j', async (mode) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const identified = identifyCaller({ agentId: 'pipe' })
  if (!identified.ok) throw new Error(identified.message)
  const surface = {
    registry: createRegistry({ skills: [who] }),
    serverName: 't',
    serverVersion: '1.0.0',
    instructions: '',
  }
  const service = serveMcpStdio(surface, identified.caller, { input, output })
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new PipeTransport(input, output))
  expect((await client.callTool({ name: 'test_who', arguments: {} })).structuredContent).toEqual({ identity: 'pipe' })
  await client.close()
  await service.ended
  await service.close()
})
