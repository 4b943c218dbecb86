import { type Input, save, worldParams } from '@clawstead/world'
import type { HandedInput } from '../intake.js'
import type { Engine, EngineMachine } from './engine.js'
import { failureOf } from './failure.js'
import type { EngineCommand, EngineReport, EngineSetup, FrameBatch } from './messages.js'
import type { SnapshotWithActs } from './recent-acts.js'
import { type RecoveredWorld, recoverWorld } from './recover.js'
import { ShowQueue } from './show-queue.js'
import { createSpending } from './spending.js'
import { eventTexts, tickNews } from './world-core.js'

/** Observations made in one go before messages and finished writes get their turn. */
const OBSERVATIONS_PER_TURN = 16
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

/** A tick to run, and what had come in for it when it was asked for. */
interface Step {
  readonly tick: number
  readonly obsEvery: number
  readonly inputs: readonly HandedInput[]
}

interface KeptEngineOptions {
  readonly recovered: RecoveredWorld
  readonly report: (report: EngineReport) => void
  readonly now: () => number
  readonly refusesPending: boolean
  readonly lastCommitMs: () => number
}

class KeptEngine implements Engine {
  /** Handed in for a tick that is not asked for yet. */
  private waiting: HandedInput[]
  private readonly shows: ShowQueue
  private readonly steps: Step[] = []
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
    this.replayMs = replayMs
    this.shows = new ShowQueue({
      log: store.log,
      report,
      lastCommitMs: options.lastCommitMs,
      onDamage: (error) => void this.fail(error, []),
    })
    this.waiting = store.inbox.pending.map(({ input, sequence }) => ({
      input: refusesPending ? refusalOf(input) : input,
      sequence,
    }))
    const params = worldParams(core.world)
    const { nextTick, digest } = core
    report({
      kind: 'started',
      start: { params, nextTick, digest, agents: core.agents(), acts, travel: core.travelStart() },
      inbox: store.inbox.position,
    })
  }

  handle(command: EngineCommand): void {
    const { recovered, report } = this.options
    switch (command.kind) {
      case 'watch':
        recovered.core.watch(command.watcher)
        break
      case 'unwatch':
        recovered.core.unwatch(command.agentId)
        break
      case 'step':
        this.waiting.push(...command.inputs)
        // A tick that was run already takes nothing: what came in is for the next one.
        if (command.tick < recovered.core.nextTick) break
        this.steps.push({ tick: command.tick, obsEvery: command.obsEvery, inputs: this.waiting })
        this.waiting = []
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

  private async runSteps(): Promise<void> {
    for (let step = this.steps.shift(); step !== undefined && !this.isEnded; step = this.steps.shift()) {
      const { tick, obsEvery } = step
      const inputs = step.inputs.map(({ input }) => input)
      const inbox = step.inputs.flatMap(({ sequence }) => sequence ?? []).sort((a, b) => a - b)
      try {
        await this.catchUp(tick)
        await this.runTick(inputs, inbox, obsEvery)
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
      if (at > 0) {
        await breathe()
        spending.pass()
      }
      const batch: FrameBatch = core.observe(due.slice(at, at + OBSERVATIONS_PER_TURN), obsEvery)
      spending.mark('observe')
      show.observed(batch)
    }
    show.complete(this.steps.length)
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
    report({ kind: 'settled', runs: store.log.settled.runs() })
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

/** Lets messages and finished writes have their turn. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
