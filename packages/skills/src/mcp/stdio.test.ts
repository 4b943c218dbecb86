import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
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
function pipeTransport(input: PassThrough, output: PassThrough) {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      let rest = ''
      output.on('data', (chunk: Buffer) => {
        const lines = `${rest}${chunk.toString()}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as never)
      })
    },
    async send(message: unknown) {
      input.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      input.end()
      transport.onclose?.()
    },
  }
  return transport
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
  await client.connect(pipeTransport(input, output))
  expect((await client.callTool({ name: 'test_who', arguments: {} })).structuredContent).toEqual({ identity: 'pipe' })
  await client.close()
  await service.ended
  await service.close()
})
