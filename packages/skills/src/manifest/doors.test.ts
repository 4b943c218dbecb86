import { expect, test } from 'vitest'
import { identifyCaller } from '../caller.js'
import { callTool } from '../mcp/tools.js'
import { createRegistry } from '../registry.js'
import { createSidecarDoor } from '../sidecar-door.js'
import { textOf } from '../testing/door-fetch.js'
import { defineManifestSkill } from './define-manifest-skill.js'
import { readSkillFile } from './read-skill-file.js'

const reading = readSkillFile(`name: demo/say
version: 1.0
author: me
description: Say it.
inputs:
  text: string
  times: integer (default=1)
outputs:
  said: string
dependencies:
signature_required: false
timeout: 5s
`)
if (!reading.ok) throw new Error(JSON.stringify(reading.complaints))
const skill = defineManifestSkill(reading.manifest, (input) => {
  const { text, times } = input as { text: string; times: number }
  return { said: text.repeat(times) }
})
const registry = createRegistry({ skills: [skill] })
const identified = identifyCaller({})
if (!identified.ok) throw new Error(identified.message)
const { caller } = identified

async function sidecar(input: unknown): Promise<unknown> {
  const request = { id: 1, method: 'call_tool', params: { name: 'demo.say', arguments: input } }
  const body = new TextEncoder().encode(JSON.stringify(request))
  const answer = await createSidecarDoor({ registry }).answer({
    method: 'POST',
    path: '/mcp',
    headers: {},
    body,
    caller,
  })
  return JSON.parse(textOf(answer))
}
const mcp = (input: Record<string, unknown>) =>
  callTool(
    { registry, serverName: 'test', serverVersion: '1', instructions: '' },
    { name: 'demo_say', input, caller, signal: new AbortController().signal },
  )

test('[FILE18] one skill from a file, the same result at each door', async () => {
  expect(await sidecar({ text: 'a', times: 3 })).toMatchObject({ result: { said: 'aaa' } })
  expect(await mcp({ text: 'a', times: 3 })).toMatchObject({ structuredContent: { said: 'aaa' } })
})

test('[DOOR3] what the skill does not know is ignored by the one dialect, [MCP5] and named by the other', async () => {
  expect(await sidecar({ text: 'a', other: 1, times: null })).toMatchObject({ result: { said: 'a' } })
  const { isError, content } = await mcp({ text: 'a', other: 1 })
  expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining('other: no such field') }]])
})
