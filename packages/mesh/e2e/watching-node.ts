import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpServer, createRegistry, type Logger, type Registry, type Skill } from '@clawstead/skills'
import { onTestFinished } from 'vitest'
import {
  createVerifier,
  defaultPolicy,
  type Identity,
  identityOf,
  openKeyring,
  openReplayCache,
  signCall,
} from '../src/identity/index.js'
import { createMeshDoor } from '../src/node/mesh-door.js'
import { type RunningNode, startMeshNode } from '../src/node/start-node.js'
import { createRemotes, FAILURE_LOG_FILE, type Remotes } from '../src/remotes/remotes.js'
import { type ManualClock, manualClock } from '../src/remotes/testing/manual-clock.js'
import { createSecrets } from '../src/secrets/index.js'

const newIdentity = (context: string): Identity => identityOf(generateKeyPairSync('ed25519').privateKey, context)

export async function temporaryFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-ring-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

export type WatchingNode = {
  readonly url: string
  readonly identity: Identity
  readonly remotes: Remotes
  readonly clock: ManualClock
  /** What was told as a warning. */
  readonly warnings: string[]
  call(skill: string, params: Readonly<Record<string, unknown>>): Promise<Answer>
  get(path: string): Promise<unknown>
  /** Lines of `mcp-failure.log`. */
  failures(): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** A node put together from its parts, so that its clock is the test's. */
export async function startWatchingNode(): Promise<WatchingNode> {
  const directory = await temporaryFolder()
  const warnings: string[] = []
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_, text) => void warnings.push(text),
    error: (_, text) => void warnings.push(text),
  }
  const registry = createRegistry()
  const identity = newIdentity('watching')
  const clock = manualClock()
  const now = Date.now
  let url = ''
  const ownUrls = (): string[] => [`${url}/mcp`]
  const guard = { allow: ['127.0.0.1'] }
  const secrets = createSecrets({ environment: {}, now })
  const remotes = createRemotes({ identity, registry, directory, guard, secrets, now, log, clock, ownUrls })
  const replays = await openReplayCache({ directory: join(directory, 'nonces'), log, now })
  const keyring = openKeyring({ file: join(directory, 'keyring.json'), now, log })
  const policy = defaultPolicy(true)
  const facts = { name: 'watching', version: '1.0.0', publicUrl: () => url }
  const door = createMeshDoor({ ...facts, registry, identity, remotes, now, log })
  const server = createHttpServer({
    doors: [door],
    signatures: createVerifier({ identity, keyring, replays, policy, now, publicUrls: ownUrls, log }),
    hosts: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
    now,
    log,
    readiness: async () => ({ isReady: true, details: {} }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    await remotes.close()
    await door.close?.()
    await replays.close()
    server.close()
    server.closeAllConnections()
  })
  const client = newIdentity('client')
  return {
    url: `${url}/mcp`,
    identity,
    remotes,
    clock,
    warnings,
    async call(skill, params) {
      const target = `${url}/mcp/${skill}`
      const { headers, body } = signCall({ identity: client, method: skill, params, url: target })
      const response = await fetch(target, { method: 'POST', headers, body })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    },
    get: async (path) => (await fetch(`${url}/mcp/${path}`)).json(),
    async failures() {
      await remotes.flush()
      const text = await readFile(join(directory, FAILURE_LOG_FILE), 'utf8').catch(() => '')
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}

export type OrdinaryNode = {
  readonly url: string
  readonly registry: Registry
  readonly identity: Identity
  /** Ends it as if its machine had gone. */
  kill(): Promise<void>
  /** Starts it again at the same address, with the same key. */
  restart(): Promise<void>
}

/** A node as `clawstead mesh` starts it. */
export async function startOrdinaryNode(options: {
  readonly name: string
  readonly skills: readonly Skill[]
  readonly remotes?: readonly string[]
}): Promise<OrdinaryNode> {
  const { name, skills, remotes = [] } = options
  const identity = newIdentity(name)
  const registry = createRegistry({ skills })
  const directory = await temporaryFolder()
  let running: RunningNode | undefined
  async function start(port: number): Promise<RunningNode> {
    const silent = (): void => undefined
    running = await startMeshNode({
      registry,
      identity,
      directory,
      policy: defaultPolicy(true),
      name,
      version: '1.0.0',
      host: '127.0.0.1',
      port,
      remotes,
      dialAllow: ['127.0.0.1'],
      log: { debug: silent, info: silent, warn: silent, error: silent },
    })
    return running
  }
  async function kill(): Promise<void> {
    await running?.close()
    running = undefined
  }
  const { mcpUrl, port } = await start(0)
  onTestFinished(kill)
  return {
    url: mcpUrl,
    registry,
    identity,
    kill,
    async restart() {
      await start(port)
    },
  }
}
