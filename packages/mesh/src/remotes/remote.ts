import { CALL_HOPS_MAX, type Logger, type Registry, type SkillContext, SkillError, wayOnward } from '@clawstead/skills'
import { Breaker } from './breaker.js'
import type { MonotonicClock } from './clock.js'
import type { FailureLog } from './failure-log.js'
import type { KeptFile } from './kept-file.js'
import {
  FAILURES_MAX,
  INFO_TIMEOUT_MS,
  NOT_FOUND_KEPT_MS,
  READ_RETRY_MS,
  REFRESH_MS,
  REMOTE_CALLS_MAX,
} from './limits.js'
import type { NegativeCache } from './negative-cache.js'
import { createOffers } from './offers.js'
import type { PinsByUrl } from './pins.js'
import type { RemoteInfo, RemoteSkill } from './remote-info.js'
import type { RemoteEntry } from './remote-list.js'
import { problemOf, type RemoteProblem } from './remote-problem.js'
import { type DriftPolicy, settle } from './settle.js'
import type { Speaker } from './speaker.js'
import { createTurns } from './turns.js'

export type RemotePolicy = {
  /** Default `block`. */
  readonly drift?: DriftPolicy
  /** `auto`: a disabled remote is looked at again and again. `manual`: a person enables it. Default `auto`. */
  readonly reenable?: 'auto' | 'manual'
}

export type RemoteState = {
  readonly url: string
  readonly kind: RemoteEntry['kind'] | 'listed'
  /** `new`: not read yet. `listed`: named by a peer, and not callable. */
  readonly state: 'new' | 'enabled' | 'disabled' | 'quarantined' | 'listed'
  /** Can be reached, so others may be told about it. */
  readonly isOffered: boolean
  readonly name?: string | undefined
  readonly agentId?: string | undefined
  readonly publicKey?: string | undefined
  readonly version?: string | undefined
  /** Times are unix milliseconds. */
  readonly lastSeenMs?: number | undefined
  /** Failures in a row. */
  readonly failures: number
  readonly disabledSinceMs?: number | undefined
  readonly nextProbeMs?: number | undefined
  /** The peer that named it. */
  readonly via?: string | undefined
  /** What changed against what was pinned. */
  readonly drift: readonly string[]
  /** Skills of it that can be found here. */
  readonly skills: number
}

export type Remote = {
  readonly entry: RemoteEntry
  /** Read what it offers; never rejects. A disabled one is looked at, and enabled when it answers. */
  refresh(): Promise<void>
  /** A person says it is fine again. */
  enable(): Promise<void>
  state(): RemoteState
  /** URLs of other nodes it knows; none when it is not enabled or does not say. */
  peers(): Promise<readonly string[]>
  close(): Promise<void>
}

export type RemoteOptions = {
  readonly entry: RemoteEntry
  readonly speaker: Speaker
  /** Agent id of this node. */
  readonly ownAgentId: string
  readonly registry: Registry
  readonly pins: KeptFile<PinsByUrl>
  readonly failureLog: FailureLog
  readonly notFound: NegativeCache
  readonly now: () => number
  readonly clock: MonotonicClock
  readonly log: Logger
  readonly policy: RemotePolicy
}

/** One other service: what it offers, whether it can be called, and what it did wrong. */
export function createRemote(options: RemoteOptions): Remote {
  const { entry, speaker, pins, failureLog, notFound, now, clock, log } = options
  const { url } = entry
  const { drift: driftPolicy = 'block', reenable = 'auto' } = options.policy
  const breaker = new Breaker()
  const driftBySkill = new Map<string, string>()
  let info: RemoteInfo | undefined
  let lastSeenMs: number | undefined
  let busyUntilMs = 0
  let lastRefusal = ''
  let isClosed = false
  let reading: Promise<void> | undefined
  let rereading: Promise<void> | undefined
  let stopTimer = (): void => undefined
  const closing = new AbortController()
  const turns = createTurns(REMOTE_CALLS_MAX)
  const offers = createOffers({ url, registry: options.registry, log, run: callSkill })

  const agentId = (): string => pins.value()[url]?.key?.agent_id ?? ''
  const toUnixMs = (monotonicMs: number): number => Math.round(now() + monotonicMs - clock.monotonicMs())

  async function callSkill(skill: RemoteSkill, input: unknown, context: SkillContext): Promise<unknown> {
    checkCall(skill, context)
    const free = await turns(context.signal)
    try {
      // Much may have become known while it waited.
      checkCall(skill, context)
      return await send(skill, input, context)
    } finally {
      free()
    }
  }

  async function send(skill: RemoteSkill, input: unknown, context: SkillContext): Promise<unknown> {
    const { signal, progress: onProgress } = context
    try {
      const way = wayOnward(context.way, options.ownAgentId)
      const data = await speaker.call({ skill, input, way, signal, onProgress })
      breaker.succeed()
      return data
    } catch (error) {
      const problem = problemOf(url, error)
      note(problem, skill.name)
      throw problem.kind === 'not_found'
        ? new SkillError('not_found', `${skill.name} not found at ${url}`)
        : problem.shown
    }
  }

  function checkCall(skill: RemoteSkill, context: SkillContext): void {
    const refusal = refusalFor(skill) ?? wayRefusal(context)
    if (refusal !== undefined) throw refusal
  }

  function refusalFor(skill: RemoteSkill): SkillError | undefined {
    const nowMs = clock.monotonicMs()
    if (breaker.isDisabled) return new SkillError('unavailable', disabledReason())
    const remainingMs = notFound.remainingMs(url, skill.name, nowMs)
    if (remainingMs !== undefined) {
      const seconds = Math.ceil(remainingMs / 1000)
      return new SkillError('not_found', `${skill.name} not found at ${url} (cached, retry in ${seconds}s)`)
    }
    if (busyUntilMs <= nowMs) return undefined
    return new SkillError('busy', `${url} takes no more calls for ${Math.ceil((busyUntilMs - nowMs) / 1000)}s`)
  }

  /** Where a call that came through other nodes may not go: too far, or back to one of them. */
  function wayRefusal({ way }: SkillContext): SkillError | undefined {
    if (way === undefined) return undefined
    if (way.hops >= CALL_HOPS_MAX) {
      return new SkillError('failed', `the call has passed through ${CALL_HOPS_MAX} nodes and goes no further`)
    }
    if (!way.nodes.includes(agentId())) return undefined
    return new SkillError('failed', `loop: the call has already passed through ${url}`)
  }

  const disabledReason = (): string => `${url} failed ${FAILURES_MAX} times in a row and is disabled`

  /** What an answer, or the lack of one, says about the remote. */
  function note(problem: RemoteProblem, what: string): void {
    const nowMs = clock.monotonicMs()
    if (problem.isProperAnswer) breaker.succeed()
    if (what === 'info' && problem.kind === 'refused') warnOfRefusal(problem.message)
    if (problem.kind === 'not_found' && entry.kind === 'mesh') notFound.add(url, what, nowMs)
    if (problem.retryAfterMs !== undefined) busyUntilMs = nowMs + problem.retryAfterMs
    if (problem.kind === 'failure') fail(problem.message, what, nowMs)
  }

  /** A remote that does not show what it offers is nobody's failure, but somebody should know; once will do. */
  function warnOfRefusal(reason: string): void {
    if (reason !== lastRefusal) log.warn({ remote: url, reason }, 'remote does not say what it offers')
    lastRefusal = reason
  }

  function fail(reason: string, what: string, nowMs: number): void {
    const said = { endpoint: url, skill: what, agent_id: agentId() }
    failureLog.write({ event: 'failure', ...said, reason })
    const verdict = breaker.fail(reason, nowMs)
    if (verdict.kind !== 'disabled') return
    failureLog.write({ event: 'disabled', ...said, failures: verdict.reasons })
    log.warn({ remote: url, failures: verdict.reasons }, 'remote is disabled')
    offers.setTrouble(disabledReason())
    schedule()
  }

  async function read(): Promise<void> {
    if (isClosed || notFound.remainingMs(url, 'info', clock.monotonicMs()) !== undefined) return
    const wasDisabled = breaker.isDisabled
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(INFO_TIMEOUT_MS)])
      const seen = await speaker.read(signal)
      if (isClosed) return
      await adopt(seen)
      lastRefusal = ''
      if (wasDisabled) allow('it answers again')
      else breaker.succeed()
    } catch (error) {
      if (isClosed) return
      const problem = problemOf(url, error)
      if (wasDisabled && breaker.isDisabled) {
        breaker.probeFailed(clock.monotonicMs())
        failureLog.write({
          event: 'failure',
          endpoint: url,
          skill: 'info',
          agent_id: agentId(),
          reason: problem.message,
        })
      } else note(problem, 'info')
    }
  }

  async function adopt(seen: RemoteInfo): Promise<void> {
    const nowMs = now()
    const settlement = settle(seen, pins.value()[url], { policy: driftPolicy, nowMs })
    for (const warning of settlement.warnings) log.warn({ remote: url }, warning)
    for (const complaint of seen.complaints) log.warn({ remote: url }, complaint)
    for (const { skill, warning } of settlement.drift) driftBySkill.set(skill, warning)
    for (const name of driftBySkill.keys()) {
      const isWaiting = settlement.pins.skills[name]?.pending !== undefined
      if (!isWaiting && driftBySkill.get(name)?.endsWith('without version bump') === true) driftBySkill.delete(name)
    }
    info = seen
    lastSeenMs = nowMs
    offers.set(settlement.offers)
    await pins
      .change((all) => (sameJson(all[url], settlement.pins) ? all : { ...all, [url]: settlement.pins }))
      // A full disk is no fault of the remote.
      .catch((error: unknown) => log.error({ err: error, remote: url }, 'pins cannot be written'))
  }

  function allow(reason: string): void {
    if (!breaker.isDisabled) return
    breaker.enable()
    failureLog.write({ event: 'enabled', endpoint: url, skill: '', agent_id: agentId(), reason })
    log.info({ remote: url }, 'remote is enabled again')
    offers.setTrouble(undefined)
  }

  /** Who asks while it is being read wants to know what is true from now on: it is read once more. */
  function refresh(): Promise<void> {
    if (reading !== undefined) {
      rereading ??= reading.then(() => {
        rereading = undefined
        return refresh()
      })
      return rereading
    }
    reading = read().finally(() => {
      reading = undefined
      schedule()
    })
    return reading
  }

  /** One timer at a time: for the next look at a disabled remote, or for reading an enabled one again. */
  function schedule(): void {
    stopTimer()
    if (isClosed || (breaker.isDisabled && reenable === 'manual')) return
    stopTimer = clock.after(delayMs(), () => void refresh())
  }

  function delayMs(): number {
    const nowMs = clock.monotonicMs()
    if (breaker.nextProbeMs !== undefined) return Math.max(breaker.nextProbeMs - nowMs, 0)
    if (breaker.failures > 0) return READ_RETRY_MS
    if (notFound.remainingMs(url, 'info', nowMs) !== undefined) return NOT_FOUND_KEPT_MS
    return info === undefined ? READ_RETRY_MS : REFRESH_MS
  }

  function state(): RemoteState {
    const pinned = pins.value()[url]
    const isNotFound = notFound.remainingMs(url, 'info', clock.monotonicMs()) !== undefined
    const isQuarantined = pinned?.pending_key !== undefined
    const spoken = info === undefined ? 'new' : isQuarantined ? 'quarantined' : 'enabled'
    const { nextProbeMs, disabledSinceMs } = breaker
    return {
      url,
      kind: entry.kind,
      state: breaker.isDisabled ? 'disabled' : spoken,
      isOffered: spoken === 'enabled' && !breaker.isDisabled && !isNotFound && entry.kind === 'mesh',
      name: info?.name,
      agentId: pinned?.key?.agent_id,
      publicKey: pinned?.key?.pubkey,
      version: info?.version,
      lastSeenMs,
      failures: breaker.failures,
      disabledSinceMs: disabledSinceMs === undefined ? undefined : toUnixMs(disabledSinceMs),
      nextProbeMs: nextProbeMs === undefined || reenable === 'manual' ? undefined : toUnixMs(nextProbeMs),
      drift: Array.from(driftBySkill.values()),
      skills: offers.count(),
    }
  }

  return {
    entry,
    refresh,
    state,
    async enable() {
      allow('somebody enabled it')
      notFound.forget(url)
      await refresh()
    },
    async peers() {
      if (state().state !== 'enabled') return []
      try {
        return await speaker.peers(AbortSignal.any([closing.signal, AbortSignal.timeout(INFO_TIMEOUT_MS)]))
      } catch (error) {
        note(problemOf(url, error), 'discover')
        return []
      }
    },
    async close() {
      isClosed = true
      stopTimer()
      closing.abort(new SkillError('cancelled', `${url} is no longer wanted`))
      await reading
      offers.clear()
      await speaker.close()
    },
  }
}

function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
