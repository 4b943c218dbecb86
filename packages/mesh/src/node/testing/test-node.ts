import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AuditRecord,
  createHttpServer,
  createMcpDoor,
  createRegistry,
  createSidecarDoor,
  defineSkill,
  type Logger,
  type Registry,
  type Skill,
  SkillError,
} from '@clawstead/skills'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Identity, identityOf, type Keyring, openKeyring } from '../../identity/index.js'
import { type MeshNode, type NodeOptions, openMeshNode } from '../open-node.js'

export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {} }

export function testIdentity(context = 'test'): Identity {
  return identityOf(generateKeyPairSync('ed25519').privateKey, context)
}

/** What tests call: one skill without a signature, one with, one for operators, one that goes wrong as asked. */
export const testSkills: readonly Skill[] = [
  defineSkill({
    name: 'goplaces/search',
    version: '1.2.0',
    author: 'Sage',
    description: 'Search for places.',
    input: z.strictObject({ query: z.string(), location: z.string(), radius: z.int().default(500) }),
    output: z.object({ places: z.array(z.string()), radius: z.int() }),
    isReadOnly: true,
    run: ({ query, location, radius }) => ({ places: [`${query} in ${location}`], radius }),
  }),
  defineSkill({
    name: 'goplaces/details',
    version: '1.10.0',
    author: 'Sage',
    description: 'Details of one place.',
    input: z.strictObject({ place: z.string() }),
    output: z.object({ place: z.string() }),
    signatureRequired: true,
    run: ({ place }) => ({ place }),
  }),
  defineSkill({
    name: 'admin/stop',
    version: '1.0.0',
    author: 'tests',
    description: 'For operators.',
    input: z.strictObject({}),
    output: z.object({ stopped: z.boolean() }),
    rights: ['op'],
    run: () => ({ stopped: true }),
  }),
  defineSkill({
    name: 'test/fail',
    version: '1.0.0',
    author: 'tests',
    description: 'Goes wrong as asked.',
    input: z.strictObject({ how: z.enum(['business', 'throw', 'output', 'slow']) }),
    output: z.object({ fine: z.boolean() }),
    timeoutMs: 20,
    run({ how }) {
      if (how === 'business') throw new SkillError('failed', 'no such place')
      if (how === 'throw') throw new Error('secret path /etc/shadow')
      if (how === 'output') return { fine: 'no' } as never
      return new Promise(() => undefined)
    },
  }),
]

export type TestNode = {
  readonly url: string
  readonly node: MeshNode
  readonly registry: Registry
  readonly identity: Identity
  readonly keyring: Keyring
  readonly directory: string
  readonly audits: AuditRecord[]
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

export type TestNodeOptions = Partial<NodeOptions> & {
  readonly skills?: readonly Skill[]
  readonly tokens?: Readonly<Record<string, string>>
  readonly requiresProof?: boolean
}

/** A node on a port of its own, with the dialects that share it. */
export async function startTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-mesh-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const audits: AuditRecord[] = []
  const registry =
    options.registry ??
    createRegistry({ skills: options.skills ?? testSkills, audit: (record) => void audits.push(record) })
  const identity = options.identity ?? testIdentity('node')
  const log = options.log ?? silentLog
  const now = options.now ?? Date.now
  const keyring = openKeyring({ file: join(directory, 'keyring.json'), now, log })
  const node = await openMeshNode({
    name: 'test node',
    version: '0.1.0',
    policy: { admits: 'open', requiresAudience: false },
    directory,
    callsPerSecondMax: 0,
    ...options,
    now,
    registry,
    identity,
    log,
  })
  const surface = { registry, serverName: 'test', serverVersion: '0.1.0', instructions: '', resources: node.resources }
  const doors = [
    ...node.doors,
    createMcpDoor({ ...surface, agentId: identity.agentId }),
    createSidecarDoor({ registry }),
  ]
  const server = createHttpServer({
    doors,
    signatures: node.signatures,
    tokenByName: new Map(Object.entries(options.tokens ?? {})),
    requiresProof: options.requiresProof ?? false,
    hosts: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
    now,
    log,
    readiness: async () => ({ isReady: true, details: {} }),
    onRequest: (caller) => node.onRequest(caller),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.listening(url)
  onTestFinished(async () => {
    await Promise.all(doors.map(async (door) => door.close?.()))
    await node.close()
    server.closeAllConnections()
    server.close()
  })
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    url,
    node,
    registry,
    identity,
    keyring,
    directory,
    audits,
    post: (path, body, headers = {}) =>
      ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    get: (path, headers = {}) => ask(path, { headers }),
  }
}
