import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DoorAnswer, Logger, RawRequest, SignatureVerifier } from '@clawstead/skills'
import { type Identity, identityOf } from '../identity.js'
import { type Keyring, openKeyring } from '../keyring.js'
import type { MeshPolicy } from '../policy.js'
import { openReplayCache, type ReplayCache } from '../replay-cache.js'
import { type CallToSign, signCall } from '../sign-call.js'
import { createVerifier } from '../verifier.js'

export const NOW_MS = 1_790_000_000_000
export const BASE_URL = 'http://127.0.0.1:9003/mcp'
export const SKILL = 'goplaces/search'
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} }

export function newIdentity(machineContext = ''): Identity {
  return identityOf(generateKeyPairSync('ed25519').privateKey, machineContext)
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'mesh-'))
}

export type TestNode = {
  readonly verifier: SignatureVerifier
  readonly keyring: Keyring
  readonly identity: Identity
  /** May be moved. */
  readonly clock: { nowMs: number }
}

export async function testNode(
  options: {
    readonly policy?: Partial<MeshPolicy>
    readonly replays?: ReplayCache
    readonly publicUrls?: string[]
  } = {},
): Promise<TestNode> {
  const clock = { nowMs: NOW_MS }
  const now = (): number => clock.nowMs
  const identity = newIdentity('node')
  const keyring = openKeyring({ file: join(temporaryDirectory(), 'keyring.json'), now, log: SILENT })
  const verifier = createVerifier({
    identity,
    keyring,
    replays: options.replays ?? (await openReplayCache({ log: SILENT, now })),
    policy: { admits: 'open', requiresAudience: false, ...options.policy },
    now,
    publicUrls: () => options.publicUrls ?? [BASE_URL],
    log: SILENT,
  })
  return { verifier, keyring, identity, clock }
}

/** A call of the test skill, as it arrives. */
export function signedRequest(call: Partial<CallToSign> = {}, changes: Partial<RawRequest> = {}): RawRequest {
  const { headers, body } = signCall({
    identity: newIdentity('laptop'),
    method: SKILL,
    params: { query: 'coffee', location: 'Denver, CO' },
    nowMs: NOW_MS,
    ...call,
  })
  return { method: 'POST', path: `/mcp/${SKILL}`, headers, body: Buffer.from(body), ...changes }
}

export function withHeaders(request: RawRequest, changes: Readonly<Record<string, string | undefined>>): RawRequest {
  const headers = Object.entries({ ...request.headers, ...changes }).filter(([, value]) => value !== undefined)
  return { ...request, headers: Object.fromEntries(headers) }
}

/** What came of a request, short enough to compare. */
export function outcome(verdict: ReturnType<SignatureVerifier['verify']>): string {
  if (verdict === undefined) return 'unsigned'
  if ('signed' in verdict) return 'signed'
  const { status, body } = verdict.refused
  return `${status} ${errorOf(body)}`
}

function errorOf(body: DoorAnswer['body']): string {
  if (typeof body !== 'string') throw new TypeError('not a text')
  const { success, data, error } = JSON.parse(body) as Record<string, unknown>
  if (success !== false || data !== null) throw new Error('not an envelope')
  return String(error)
}
