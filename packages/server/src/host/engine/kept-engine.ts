import { type Input, save, worldParams } from '@clawstead/world'
import type { Engine, EngineMachine } from './engine.js'
import { failureOf } from './failure.js'
import { InputQueue } from './input-queue.js'
import type { EngineCommand, EngineReport, EngineSetup, FrameBatch } from './messages.js'
import type { SnapshotWithActs } from './recent-acts.js'
import { type RecoveredWorld, recoverWorld } from './recover.js'
import { ShowQueue } from './show-queue.js'
import { createSpending } from './spending.js'
import { eventTexts, tickNews } from './world-core.js'

/** Observations made in one go before inputs and finished writes get their turn. */
const OBSERVATIONS_PER_TURN = 32
/**
 * The part of a tick's time in which many observations are made. An agent then hears at an even pace however long the
 * tick itself took, and neither the sockets nor the clients get everything at once. A few are made at once.
 */
const SHOWING = { from: 0.15, to: 0.6 }
/** Work in one go, when many ticks are to be caught up with. */
const TURN_MS = 20
/** A snapshot is taken when running the log since the last one would take about this long. */
const REPLAY_MS_MAX = 3_000
/** Nor is one taken before this many times the time the last one took to write. */
const SNAPSHOT_COST_FACTOR = 10

/** Opens a world that is kept in a folder. See the promises in SPEC.md. */
export async function openKeptEngine(
  setup: EngineSetup & { readonly directory: string },
  report: (report: EngineReport) => void,
  { now, fileSystem }: EngineMachine,
): Promise<Engine> {
  let lastCommitMs = 0
  const onCommit = ({ durationMs }: { durationMs: number }): void => {
    lastCommitMs = durationMs
  }
  const recovered = await recoverWorld({
    setup,
    report,
    onCommit,
    now,
    ...(fileSystem === undefined ? {} : { fileSystem }),
  })
  return new KeptEngine({
    recovered,
    report,
    now,
    refusesPending: setup.refusesPending,
    lastCommitMs: () => lastCommitMs,
  })
}

interface KeptEngineOptions {
  readonly recovered: RecoveredWorld
  readonly report: (report: EngineReport) => void
  readonly now: () => number
  readonly refusesPending: boolean
  readonly lastCommitMs: () => number
}

class KeptEngine implements Engine {
  private readonly queue = new InputQueue()
  private readonly shows: ShowQueue
  private readonly steps: { readonly tick: number; readonly obsEvery: number }[] = []
  private readonly periodMs: number
  private inputTick: number
  private replayMs: number
  private replayMsMax = REPLAY_MS_MAX
  private saving: Promise<void> | undefined
  private running: Promise<void> | undefined
  private isEnded = false
  private isFirstTick = true
  private asked = 0
  private readonly keptEvents = new Map<number, (ok: boolean) => void>()

  constructor(private readonly options: KeptEngineOptions) {
    const { recovered, report, refusesPending } = options
    const { core, store, acts, replayMs } = recovered
    this.inputTick = core.nextTick
    this.replayMs = replayMs
    this.shows = new ShowQueue({
      log: store.log,
      report,
      lastCommitMs: options.lastCommitMs,
      onDamage: (error) => void this.fail(error, []),
    })
    for (const { input, sequence } of store.inbox.pending) {
      this.queue.push(refusesPending ? refusalOf(input) : input, sequence)
    }
    const params = worldParams(core.world)
    this.periodMs = 1000 / params.tick_rate_hz
    const { nextTick, digest } = core
    report({
      kind: 'started',
      start: { params, nextTick, digest, agents: core.agents(), acts, travel: core.travelStart() },
    })
  }

  handle(command: EngineCommand): void {
    const { recovered, report } = this.options
    switch (command.kind) {
      case 'submit':
        for (const { number, input } of command.requests) void this.submit(number, input)
        break
      case 'watch':
        recovered.core.watch(command.watcher)
        break
      case 'unwatch':
        recovered.core.unwatch(command.agentId)
        break
      case 'step':
        this.steps.push(command)
        this.running ??= this.runSteps().finally(() => {
          this.running = undefined
        })
        break
      case 'agents':
        report({ kind: 'agents', number: command.number, agents: recovered.core.agents() })
        break
      case 'map':
        void recovered.core.surface
          .read(command.tile)
          .then((part) => report({ kind: 'map', number: command.number, part }))
        break
      case 'events_kept':
        this.keptEvents.get(command.number)?.(command.ok)
        this.keptEvents.delete(command.number)
        break
      case 'close':
        void this.close()
    }
  }

  /** Acts are acknowledged, so they go to the inbox first; everything else waits in memory until its tick is logged. */
  private async submit(number: number, input: Input): Promise<void> {
    const { recovered, report } = this.options
    const isPromised = input.kind === 'act' || input.kind === 'refuse_act'
    try {
      if (isPromised) this.queue.push(input, await recovered.store.inbox.put(input))
      else this.queue.push(input)
      report({ kind: 'taken', number, tick: this.inputTick })
    } catch (error) {
      report({ kind: 'not_taken', number, reason: error instanceof Error ? error.message : String(error) })
    }
  }

  private async runSteps(): Promise<void> {
    const { core } = this.options.recovered
    for (let step = this.steps.shift(); step !== undefined && !this.isEnded; step = this.steps.shift()) {
      const { tick, obsEvery } = step
      let inputs: readonly Input[] = []
      try {
        await this.catchUp(tick)
        this.inputTick = tick + 1
        const taken = this.queue.take()
        inputs = taken.inputs
        if (core.nextTick === tick) await this.runTick(inputs, taken.inbox, obsEvery)
      } catch (error) {
        await this.fail(error, inputs)
      }
      this.saveIfDue()
    }
  }

  /** Runs the ticks that were missed, with nothing to take. */
  private async catchUp(tick: number): Promise<void> {
    const { recovered, now } = this.options
    let turnMs = now()
    while (recovered.core.nextTick < tick && !this.isEnded) {
      await this.runTick([], [], 1, false)
      if (now() - turnMs > TURN_MS) {
        await breathe()
        turnMs = now()
      }
    }
  }

  private async runTick(
    inputs: readonly Input[],
    inbox: readonly number[],
    obsEvery: number,
    isObserved = true,
  ): Promise<void> {
    const { recovered, now } = this.options
    const { core, store } = recovered
    const startedMs = now()
    const spending = createSpending(now)
    const result = core.run(inputs, spending.mark)
    const { tick, digest } = result
    this.replayMs += spending.totalMs
    recovered.recentActs.note(inputs, tick)
    store.log.append({ tick, inputs, inbox, digest })
    spending.mark('log')
    const events = eventTexts(result)
    const show = this.shows.add({
      tick,
      digest,
      inputs: inputs.length,
      events,
      spending,
      news: tickNews(result, core.world),
    })
    const due = isObserved ? core.due(obsEvery) : []
    // What nobody sees can wait to be written along with the next that somebody does.
    if (this.isFirstTick || core.isWatched || events.length > 0 || inputs.length > 0) this.shows.hurry()
    this.isFirstTick = false
    for (let at = 0; at < due.length; at += OBSERVATIONS_PER_TURN) {
      if (due.length > OBSERVATIONS_PER_TURN) {
        await this.waitUntil(startedMs + this.periodMs * lerp(SHOWING.from, SHOWING.to, at / due.length))
        spending.pass()
      }
      const batch: FrameBatch = core.observe(due.slice(at, at + OBSERVATIONS_PER_TURN), obsEvery)
      spending.mark('observe')
      show.observed(batch)
    }
    show.complete(this.steps.length)
  }

  /** A world that is behind does not wait. Messages and finished writes have their turn in any case. */
  private waitUntil(dueMs: number): Promise<void> {
    const restMs = dueMs - this.options.now()
    if (restMs < 1 || this.steps.length > 0) return breathe()
    return new Promise((resolve) => setTimeout(resolve, restMs))
  }

  private saveIfDue(): void {
    if (this.isEnded || this.saving !== undefined || this.replayMs < this.replayMsMax) return
    this.saving = this.trySaving().finally(() => {
      this.saving = undefined
    })
  }

  /** A snapshot only saves time at the next start; without it more of the log is run again. */
  private async trySaving(): Promise<void> {
    try {
      await this.saveNow()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const fields = { worldId: this.options.recovered.store.log.worldId, reason }
      this.options.report({ kind: 'log', level: 'warn', fields, message: 'a snapshot could not be written' })
    }
  }

  /** Saves the world as it stands; only the copying happens now, the rest in the background. */
  private async saveNow(): Promise<void> {
    const { recovered, report, now } = this.options
    const { core, store } = recovered
    const startedMs = now()
    const snapshot: SnapshotWithActs = { ...save(core.world), acts: recovered.recentActs.copy() }
    const copyMs = now() - startedMs
    const sinceMs = this.replayMs
    store.log.beginSection()
    await this.shows.settle()
    // Events before a snapshot cannot be had again by running the log from there.
    if (!(await this.keepEvents())) throw new Error('the events before it could not be written')
    const { tick, bytes } = await store.snapshots.write(snapshot)
    await store.inbox.forget(store.log.settled)
    const tookMs = now() - startedMs
    this.replayMs -= sinceMs
    this.replayMsMax = Math.max(REPLAY_MS_MAX, copyMs * SNAPSHOT_COST_FACTOR)
    const fields = { worldId: store.log.worldId, tick, bytes, copyMs: Math.round(copyMs), tookMs: Math.round(tookMs) }
    report({ kind: 'log', level: 'info', fields, message: 'a snapshot was written' })
  }

  private keepEvents(): Promise<boolean> {
    const number = ++this.asked
    return new Promise((resolve) => {
      this.keptEvents.set(number, resolve)
      this.options.report({ kind: 'keep_events', number })
    })
  }

  private async fail(reason: unknown, inputs: readonly Input[]): Promise<void> {
    if (this.isEnded) return
    this.isEnded = true
    const { core, store } = this.options.recovered
    const at = { tick: core.nextTick, inputs, runDigest: core.digest, keptDigest: store.log.lastDigest }
    this.shows.stop()
    // What was logged so far is true, and whoever goes on from here finds it closed.
    await store.close().catch(() => {})
    this.options.report({ kind: 'failed', failure: failureOf(reason, at) })
  }

  /** Finishes what was begun, saves the world so that the next start is quick, and lets go of its files. */
  private async close(): Promise<void> {
    const { store } = this.options.recovered
    if (!this.isEnded) {
      this.steps.length = 0
      await this.running
      await this.saving
      if (this.replayMs > 0) await this.trySaving()
      this.isEnded = true
      this.shows.stop()
      await store.close().catch(() => {})
    }
    this.options.report({ kind: 'closed' })
  }
}

function refusalOf(input: Input): Input {
  if (input.kind !== 'act') return input
  return {
    kind: 'refuse_act',
    agentId: input.agentId,
    code: 'E_INTERNAL',
    message: 'the world broke on this act; it was not carried out',
  }
}

function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Lets messages and finished writes have their turn. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
