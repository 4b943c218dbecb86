import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { identifyCaller } from './caller.js'
import type { DoorAnswer } from './door.js'
import { createRegistry } from './registry.js'
import { createSidecarDoor } from './sidecar-door.js'
import { defineSkill, type Skill } from './skill.js'
import { textOf } from './testing/door-fetch.js'
import { wholeNumber } from './whole-number.js'

const seen: unknown[] = []
const common = { version: '1.0.0', author: 'tests', description: 'For tests.' }
const add = defineSkill({
  ...common,
  name: 'math/add',
  input: z.object({ left: wholeNumber(), right: wholeNumber().optional() }),
  output: z.object({ sum: wholeNumber() }),
  run({ left, right = 0 }) {
    seen.push({ left, right })
    return { sum: typeof left === 'bigint' || typeof right === 'bigint' ? BigInt(left) + BigInt(right) : left + right }
  },
})
const ping = defineSkill({
  ...common,
  name: 'math/ping',
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  run: () => ({ ok: true }),
})
const secret: Skill = { ...ping, name: 'math/secret', rights: ['op'] }

const door = createSidecarDoor({ registry: createRegistry({ skills: [add, ping, secret] }) })
const identified = identifyCaller({ agentId: 'a1' })
if (!identified.ok) throw new Error(identified.message)
const { caller } = identified

async function send(text: string): Promise<DoorAnswer & { readonly body: string }> {
  const body = new TextEncoder().encode(text)
  const answer = await door.answer({ method: 'POST', path: '/mcp', headers: {}, body, caller })
  return { ...answer, body: textOf(answer) }
}
async function result(text: string): Promise<unknown> {
  const { status, contentType, body } = await send(text)
  expect([status, contentType]).toEqual([200, 'application/json'])
  expect(body.endsWith('}\n')).toBe(true)
  return JSON.parse(body)
}
const callTool = (name: string, args?: string): Promise<unknown> =>
  result(
    `{"jsonrpc":"2.0","id":1,"method":"call_tool","params":{"name":"${name}"${args === undefined ? '' : `,"arguments":${args}`}}}`,
  )
const failure = (code: number, message: string, data?: unknown): object => ({
  jsonrpc: '2.0',
  id: 1,
  error: data === undefined ? { code, message } : { code, message, data },
})

test('[DOOR1] initialize answers without looking at its params', async () => {
  expect(await result('{"jsonrpc":"2.0","id":0,"method":"initialize","params":[1]}')).toEqual({
    jsonrpc: '2.0',
    id: 0,
    result: { protocolVersion: '2024-11-05', capabilities: { tools: { listChanged: false } } },
  })
})

test('[DOOR2] list_tools shows what the caller may use', async () => {
  const { result: listed } = (await result('{"id":1,"method":"list_tools"}')) as {
    result: { tools: { name: string }[] }
  }
  expect(listed.tools.map(({ name }) => name)).toEqual(['math.add', 'math.ping'])
})

test('[DOOR3] the result of call_tool is the object of the tool itself', async () => {
  expect(await callTool('math.add', '{"left":2,"right":3,"other":1}')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { sum: 5 },
  })
  expect(seen.at(-1)).toEqual({ left: 2, right: 3 })
})

test('[DOOR4] null counts as absent, and a tool without arguments takes anything', async () => {
  expect(await callTool('math.add', '{"left":2,"right":null}')).toMatchObject({ result: { sum: 2 } })
  for (const args of [undefined, 'null', '[]', '"x"', '{"a":1}']) {
    expect(await callTool('math.ping', args)).toMatchObject({ result: { ok: true } })
  }
})

test('[DOOR5] bad arguments are named', async () => {
  expect(await callTool('math.add', '{"left":"2"}')).toEqual(
    failure(-32000, 'bad arguments: left: expected a whole number, received string'),
  )
  expect(await callTool('math.add', '[]')).toEqual(
    failure(-32000, 'bad arguments: arguments: expected an object, received array'),
  )
  expect(await callTool('math.add')).toEqual(failure(-32000, 'bad arguments: arguments: required, with left'))
})

test('[DOOR6] whole numbers are told by their spelling, and keep their digits', async () => {
  const rule = 'expected a whole number without fraction or exponent'
  expect(await callTool('math.add', '{"left":2.0}')).toEqual(
    failure(-32000, `bad arguments: left: ${rule}, received 2.0`),
  )
  expect(await callTool('math.add', '{"left":1e3}')).toEqual(
    failure(-32000, `bad arguments: left: ${rule}, received 1e3`),
  )
  const { body } = await send(
    '{"id":1,"method":"call_tool","params":{"name":"math.add","arguments":{"left":18446744073709551615}}}',
  )
  expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{"sum":18446744073709551615}}\n')
})

test('[DOOR7] ids come back as they were written', async () => {
  for (const id of ['1.50', '12345678901234567890', '"abc"', 'null', '-0', '{"a":[1,2]}', 'true']) {
    expect((await send(`{"id": ${id} ,"method":"nope"}`)).body).toBe(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"method not found"}}\n`,
    )
  }
  expect((await send('{"method":"nope"}')).body).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32601,"message":"method not found"}}\n',
  )
  expect((await send('{"id":{ "a" : "<b>" },"method":"nope"}')).body).toContain('"id":{"a":"\\u003cb\\u003e"}')
})

test('[DOOR8] what is no request is refused as text', async () => {
  const deep = `{"id":1,"method":"initialize","params":${'['.repeat(64)}${']'.repeat(64)}}`
  const bodies = [
    '',
    'null',
    '5',
    '[]',
    '{',
    '{"method":"initialize"} x',
    '{"id":1}',
    '{"method":""}',
    '{"method":5}',
    '{"jsonrpc":"1.0","method":"initialize"}',
    '{"jsonrpc":2.0,"method":"initialize"}',
    '\ufeff{"method":"initialize"}',
    deep,
  ]
  for (const body of bodies) {
    expect(await send(body)).toEqual({
      status: 400,
      contentType: 'text/plain; charset=utf-8',
      body: 'bad jsonrpc request',
    })
  }
  for (const version of ['null', '""', '"2.0"'])
    expect((await send(`{"jsonrpc":${version},"method":"initialize"}`)).status).toBe(200)
})

test('[DOOR9] call_tool without a usable name', async () => {
  const params = async (text: string): Promise<unknown> => result(`{"id":1,"method":"call_tool"${text}}`)
  expect(await params('')).toEqual(failure(-32602, 'missing params'))
  expect(await params(',"params":null')).toEqual(failure(-32602, 'missing tool name'))
  expect(await params(',"params":{}')).toEqual(failure(-32602, 'missing tool name'))
  expect(await params(',"params":{"name":""}')).toEqual(failure(-32602, 'missing tool name'))
  expect(await params(',"params":[]')).toEqual(failure(-32602, 'bad params', 'params: expected an object'))
  expect(await params(',"params":{"name":5}')).toEqual(failure(-32602, 'bad params', 'name: expected a string'))
  expect(await params(',"params":{"name":"add"}')).toEqual(failure(-32601, 'tool not found', { name: 'add' }))
})

test('[DOOR10] a tool the caller may not use says what is missing', async () => {
  expect(await callTool('math.secret')).toEqual(failure(-32000, 'math/secret needs the right op'))
})

test('[DOOR8] no bytes whatever make the door fail', async () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => new TextEncoder().encode(text)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (body) => {
      const { status } = await door.answer({ method: 'POST', path: '/mcp', headers: {}, body, caller })
      expect([200, 400]).toContain(status)
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (id, params) => {
      for (const method of ['initialize', 'list_tools', 'call_tool']) {
        const answered = JSON.parse((await send(JSON.stringify({ id, method, params }))).body) as { id: unknown }
        expect(answered.id).toEqual(JSON.parse(JSON.stringify(id)))
      }
    }),
  )
})
