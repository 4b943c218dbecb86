import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Caller, createRegistry, type Logger, type Registry } from '@clawstead/skills'
import { onTestFinished } from 'vitest'
import { createSecrets } from '../../secrets/index.js'
import { createRemotes, FAILURE_LOG_FILE, type Remotes, type RemotesOptions } from '../remotes.js'
import { type ManualClock, manualClock } from './manual-clock.js'
import { testIdentity } from './scripted-remote.js'

export const CALLER: Caller = { identity: 'mesh:tester', isVerified: true, isSigned: true, rights: new Set() }

export type OpenRemotes = {
  readonly remotes: Remotes
  readonly registry: Registry
  readonly clock: ManualClock
  readonly directory: string
  /** What was told as a warning. */
  readonly warnings: string[]
  call(skill: string, input: unknown, signal?: AbortSignal): Promise<unknown>
  /** The code and the words of a refusal. */
  refusal(skill: string, input: unknown, signal?: AbortSignal): Promise<string>
  failures(): Promise<readonly Record<string, unknown>[]>
}

/** Remotes of a node that may dial loopback, with a clock of the test's own. */
export async function openRemotes(options: Partial<RemotesOptions> = {}): Promise<OpenRemotes> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'clawstead-remotes-')))
  const warnings: string[] = []
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_, text) => void warnings.push(text),
    error: (fields, text) => void warnings.push(`${text} ${JSON.stringify(fields)}`),
  }
  const registry = options.registry ?? createRegistry()
  const clock = manualClock()
  const remotes = createRemotes({
    identity: testIdentity('local'),
    guard: { allow: ['127.0.0.1'] },
    now: Date.now,
    secrets: createSecrets({ environment: {}, now: Date.now }),
    clock,
    log,
    ...options,
    registry,
    directory,
  })
  onTestFinished(async () => {
    await remotes.close()
    await rm(directory, { recursive: true, force: true })
  })
  const call = (skill: string, input: unknown, signal?: AbortSignal): Promise<unknown> =>
    registry.call({ skill, input, caller: CALLER, door: 'test', ...(signal === undefined ? {} : { signal }) })
  return {
    remotes,
    registry,
    clock,
    directory,
    warnings,
    call,
    refusal: (skill, input, signal) =>
      call(skill, input, signal).then(
        (value) => `no refusal but ${JSON.stringify(value)}`,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      ),
    async failures() {
      await remotes.flush()
      const text = await readFile(join(directory, FAILURE_LOG_FILE), 'utf8').catch(() => '')
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}
