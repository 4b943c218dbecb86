import { Agent, request } from 'node:http'
import { type Chance, createChance } from '../../chance.js'
import { asBytes, mutated } from './mutate.js'
import type { Tally } from './sockets.js'

interface Case {
  readonly to: 'server' | 'sidecar'
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** The statuses that are right. */
  readonly status: readonly number[]
  /** Says what is wrong with the text of an answer, if something is. */
  readonly check?: (text: string) => string | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'PROPFIND']
const JSON_TYPE = { 'content-type': 'application/json' }
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'call_tool',
  params: { name: 'voxelcraft.get_obs', arguments: { mode: 'summary' } },
}
/** What the sidecar may answer to a body of any kind. A server error is never among them. */
const REFUSALS = [200, 202, 400, 404, 405, 406, 413, 415, 422, 429]

const junk = (chance: Chance): string =>
  encodeURIComponent(Array.from({ length: chance.below(40) }, () => String.fromCharCode(chance.below(300))).join(''))

/** JSON-RPC that is answered with this code, or with a result where none is given. */
const rpc = (code?: number) => (text: string) => {
  const answer = JSON.parse(text) as { error?: { code: number } }
  return answer.error?.code === code ? undefined : `code ${answer.error?.code} instead of ${code}`
}

const CASES: readonly ((chance: Chance) => Case)[] = [
  (chance) => ({ to: 'server', method: chance.pick(METHODS), path: `/nothing/${junk(chance)}`, status: [404] }),
  (chance) => ({ to: 'server', method: chance.pick(METHODS), path: '/healthz', body: noise(chance), status: [200] }),
  (chance) => ({ to: 'server', method: 'POST', path: '/v1/status', body: noise(chance), status: [404] }),
  (chance) => ({ to: 'server', method: 'GET', path: `/v1/status?${junk(chance)}`, status: [200] }),
  (chance) => ({
    to: 'server',
    method: 'GET',
    path: '/v1/status',
    headers: { host: `evil${junk(chance)}.example` },
    status: [400, 403],
  }),
  (chance) => ({
    to: 'server',
    method: 'GET',
    path: '/readyz',
    headers: { origin: `http://${junk(chance)}.example` },
    status: [403],
  }),
  (chance) => ({
    to: 'server',
    method: chance.pick(['GET', 'POST']),
    path: '/v1/ws',
    body: noise(chance),
    status: [400],
  }),
  (chance) => ({ to: 'server', method: 'GET', path: `/v1/map/x${junk(chance)}`, status: [404] }),
  (chance) => ({ to: 'server', method: 'GET', path: `/v1/map/world_1/x${junk(chance)}/0`, status: [404] }),
  (chance) => ({ to: 'server', method: 'GET', path: `/v1/map/world_1/0/0?since=x${junk(chance)}`, status: [400] }),
  (chance) => ({
    to: 'sidecar',
    method: 'POST',
    path: '/mcp',
    headers: JSON_TYPE,
    body: Buffer.from(`{${noise(chance).toString('latin1')}`),
    status: [400],
  }),
  (chance) => mcp({ ...CALL, method: `m${chance.below(1000)}` }, rpc(-32601)),
  (chance) => mcp({ ...CALL, params: { name: `voxelcraft.none${chance.below(1000)}` } }, rpc(-32601)),
  () => mcp({ ...CALL, params: { name: 7 } }, rpc(-32602)),
  () => mcp({ ...CALL, params: undefined }, rpc(-32602)),
  (chance) =>
    mcp(
      {
        ...CALL,
        params: { ...CALL.params, arguments: chance.pick([{ mode: [] }, { wait_new_tick: 'x' }, { timeout_ms: {} }]) },
      },
      rpc(-32000),
    ),
  () => mcp({ ...CALL, method: 'list_tools' }, rpc()),
  (chance) => ({
    to: 'sidecar',
    method: 'POST',
    path: '/mcp',
    headers: JSON_TYPE,
    body: asBytes(mutated({ ...CALL, params: { name: 'voxelcraft.none', arguments: {} } }, chance), chance),
    status: REFUSALS,
  }),
  (chance) => ({
    to: 'sidecar',
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': chance.pick(['text/plain', 'x', 'application/xml']) },
    body: asBytes(mutated(CALL, chance), chance).subarray(0, 10),
    status: REFUSALS,
  }),
  (chance) => ({
    to: 'sidecar',
    method: chance.pick(METHODS),
    path: `/nothing${junk(chance)}`,
    body: noise(chance),
    status: [404, 405],
  }),
]

function mcp(body: object, check: NonNullable<Case['check']>): Case {
  return {
    to: 'sidecar',
    method: 'POST',
    path: '/mcp',
    headers: JSON_TYPE,
    body: Buffer.from(JSON.stringify(body)),
    status: [200],
    check,
  }
}

function noise(chance: Chance): Buffer {
  return Buffer.from(Array.from({ length: chance.below(300) }, () => chance.below(256)))
}

export interface Doors {
  readonly server: number
  readonly sidecar: number
}

/** Requests that are not quite right get the status and code of their kind. */
export async function fuzzHttp(ports: Doors, count: number, seed: number, tally: Tally): Promise<void> {
  const chance = createChance(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  for (let i = 0; i < count; i++) {
    const asked = chance.pick(CASES)(chance)
    tally.sent++
    const { status, text } = await ask(ports[asked.to], asked, agent)
    tally.answers++
    const fault = asked.status.includes(status) ? faultOf(asked, text) : `status ${status}`
    if (fault !== undefined)
      tally.wrong.push(
        `${asked.to} ${asked.method} ${asked.path} ${Buffer.from(asked.body ?? [])
          .toString()
          .slice(0, 200)}: ${fault}: ${text.slice(0, 200)}`,
      )
  }
  agent.destroy()
}

function faultOf({ check }: Case, text: string): string | undefined {
  try {
    return check?.(text)
  } catch {
    return 'the answer is not JSON'
  }
}

function ask(
  port: number,
  { method, path, headers = {}, body = Buffer.alloc(0) }: Case,
  agent: Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const sent = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : body
    const call = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, 'content-length': String(sent.length) } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    call.on('error', (error) => resolve({ status: 0, text: String(error) }))
    call.end(sent)
  })
}
