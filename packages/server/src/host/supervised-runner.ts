import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { Logger } from '../log.js'
import {
  createFileInbox,
  createNodeFileSystem,
  type FileSystem,
  type InboxPosition,
  type InboxStore,
  SequenceSet,
  storeDirectories,
} from '../store/index.js'
import type { HostClock } from './clock.js'
import { writeCrashBundle } from './engine/crash-bundle.js'
import type { EngineLink, OpenLink } from './engine/link.js'
import type { EngineFailure, EngineReport, EngineSetup, FrameBatch } from './engine/messages.js'
import { Intake } from './intake.js'
import type {
  AgentSummary,
  MapPart,
  MapTile,
  ObsFrame,
  RunnerListener,
  Watcher,
  WorldRunner,
  WorldStart,
} from './world-runner.js'

/** A world that says nothing for this long after it was asked for a tick is taken to hang. */
const HANG_MS = 60_000
/** A world that has not finished and saved itself by then is ended. */
const CLOSE_MS = 30_000
const RESTART_MS = 100
const RESTART_MS_MAX = 60_000
/** After this many ticks a failure is forgotten: the next one is not a repetition. */
const SOUND_TICKS = 50

/** A world could not be brought up from what is on disk. The message is for the one who starts the server. */
export class WorldStartError extends Error {
  override readonly name = 'WorldStartError'
}

export interface SupervisedRunnerOptions {
  readonly setup: EngineSetup
  readonly openLink: OpenLink
  readonly clock: HostClock
  readonly log: Logger
  /** The disk acts are written to; the real one unless given. */
  readonly fileSystem?: FileSystem
}

/**
 * Runs a world behind a link and brings it back when it breaks: from its snapshot and log, later each time it breaks in
 * a row. Acts it broke on twice are answered with a refusal. A world of which nothing is kept stands still instead.
 */
export class SupervisedRunner implements WorldRunner {
  private link: EngineLink | undefined
  private listener: RunnerListener | undefined
  /** There while the world runs. */
  private intake: Intake | undefined
  private isClosing = false
  private attempts = 0
  private soundTicks = 0
  /** How often in a row it broke while it was running. */
  private breaks = 0
  private lastTick = -1
  private lastDigest = ''
  private askedTickAtMs: number | undefined
  private isStalled = false
  private nextNumber = 1
  private readonly questions = new Map<number, (agents: readonly AgentSummary[]) => void>()
  private readonly mapQuestions = new Map<number, (part: MapPart | undefined) => void>()
  private opening: { resolve(): void; reject(error: Error): void } | undefined
  private closed: (() => void) | undefined
  private cancelRestart: () => void = () => {}

  constructor(private readonly options: SupervisedRunnerOptions) {}

  get worldId(): string {
    return this.options.setup.worldId
  }

  get waiting(): number {
    return this.intake?.waiting ?? 0
  }

  open(listener: RunnerListener): Promise<void> {
    this.listener = listener
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject }
      this.start(false)
    })
  }

  submit(input: Input): Promise<number> {
    return this.intake?.submit(input) ?? Promise.reject(new Error(`world ${this.worldId} is not running`))
  }

  watch(watcher: Watcher): void {
    this.link?.post({ kind: 'watch', watcher })
  }

  unwatch(agentId: AgentId): void {
    this.link?.post({ kind: 'unwatch', agentId })
  }

  step(tick: number, obsEvery: number): void {
    const { clock } = this.options
    const { intake } = this
    if (intake === undefined) return
    this.askedTickAtMs ??= clock.now()
    if (clock.now() - this.askedTickAtMs > HANG_MS && !this.isStalled) {
      this.broke(this.unknownFailure(`it has not finished a tick for ${HANG_MS / 1000} s`))
      return
    }
    this.link?.post({ kind: 'step', tick, obsEvery, inputs: intake.step(tick) })
  }

  agents(): Promise<readonly AgentSummary[]> {
    if (this.intake === undefined) return Promise.resolve([])
    const number = this.nextNumber++
    return new Promise((resolve) => {
      this.questions.set(number, resolve)
      this.link?.post({ kind: 'agents', number })
    })
  }

  map(tile: MapTile): Promise<MapPart | undefined> {
    if (this.intake === undefined) return Promise.resolve(undefined)
    const number = this.nextNumber++
    return new Promise((resolve) => {
      this.mapQuestions.set(number, resolve)
      this.link?.post({ kind: 'map', number, tile })
    })
  }

  async close(): Promise<void> {
    this.isClosing = true
    this.cancelRestart()
    const { link, intake } = this
    if (link === undefined) return
    if (intake !== undefined) await this.goodbye(link)
    this.intake = undefined
    await Promise.all([link.cut(), this.closeIntake(intake)])
    this.answerQuestions()
  }

  /** Whoever asked something of a world that is gone is not kept waiting. */
  private answerQuestions(): void {
    for (const answer of this.questions.values()) answer([])
    this.questions.clear()
    for (const answer of this.mapQuestions.values()) answer(undefined)
    this.mapQuestions.clear()
  }

  /** Lets the world finish and save itself; one that does not is ended, and goes on from its log next time. */
  private goodbye(link: EngineLink): Promise<void> {
    const { clock, log } = this.options
    return new Promise((resolve) => {
      const cancel = clock.schedule(CLOSE_MS, () => {
        log.warn({ worldId: this.worldId }, 'the world did not finish in time and was ended')
        resolve()
      })
      this.closed = () => {
        cancel()
        resolve()
      }
      link.post({ kind: 'close' })
    })
  }

  private start(refusesPending: boolean): void {
    const { setup, openLink } = this.options
    // What an earlier engine still says is of no interest: it was given up.
    const link: EngineLink = openLink(
      { ...setup, refusesPending },
      {
        report: (report) => {
          if (this.link === link) this.hear(report)
        },
        lost: (error) => {
          if (this.link === link) this.broke(this.unknownFailure(error.message, error.stack))
        },
      },
    )
    this.link = link
  }

  private hear(report: EngineReport): void {
    const { listener } = this
    switch (report.kind) {
      case 'started':
        this.started(report.start, report.inbox)
        break
      case 'not_started':
        this.notStarted(report.reason)
        break
      case 'events':
        listener?.happened(report.events)
        break
      case 'observed':
        listener?.observed(unpack(report.batch))
        break
      case 'ticked':
        this.askedTickAtMs = undefined
        this.lastTick = report.tick.tick
        this.lastDigest = report.tick.digest
        if (++this.soundTicks >= SOUND_TICKS) {
          this.attempts = 0
          this.breaks = 0
        }
        listener?.ticked(report.tick)
        break
      case 'agents':
        this.questions.get(report.number)?.(report.agents)
        this.questions.delete(report.number)
        break
      case 'map':
        this.mapQuestions.get(report.number)?.(report.part)
        this.mapQuestions.delete(report.number)
        break
      case 'settled':
        void this.intake?.forget(new SequenceSet(report.runs))
        break
      case 'keep_events':
        void this.keepEvents(report.number)
        break
      case 'stalled':
        this.isStalled = report.reason !== undefined
        listener?.stalled(report.reason)
        break
      case 'failed':
        this.broke(report.failure)
        break
      case 'log':
        this.options.log[report.level](report.fields, report.message)
        break
      case 'closed':
        this.closed?.()
    }
  }

  private started(start: WorldStart, position: InboxPosition | undefined): void {
    this.intake = new Intake({ nextTick: start.nextTick, inbox: this.openInbox(position) })
    this.isStalled = false
    this.askedTickAtMs = undefined
    this.soundTicks = 0
    this.lastTick = start.nextTick - 1
    this.lastDigest = start.digest
    this.listener?.started(start)
    this.opening?.resolve()
    this.opening = undefined
  }

  private notStarted(reason: string): void {
    if (this.opening !== undefined) {
      this.opening.reject(new WorldStartError(`world ${this.worldId} cannot start: ${reason}`))
      this.opening = undefined
      this.link = undefined
    } else this.broke(this.unknownFailure(reason))
  }

  private openInbox(position: InboxPosition | undefined): InboxStore | undefined {
    const { setup, fileSystem = createNodeFileSystem() } = this.options
    const { worldId, directory } = setup
    if (position === undefined || directory === undefined) return undefined
    return createFileInbox({ fileSystem, directory: storeDirectories(directory).inbox, worldId, position })
  }

  private async closeIntake(intake: Intake | undefined): Promise<void> {
    try {
      await intake?.close()
    } catch (error) {
      this.options.log.warn({ worldId: this.worldId, err: error }, 'an inbox could not be closed')
    }
  }

  private broke(failure: EngineFailure): void {
    const { setup, log, clock } = this.options
    const { link, intake } = this
    this.link = undefined
    this.intake = undefined
    this.answerQuestions()
    this.closed?.()
    if (this.isClosing) return
    const isComingBack = setup.directory !== undefined && this.opening === undefined
    const { tick } = failure
    const fields = { worldId: this.worldId, seed: setup.seed, tick, digests: failure.digests, stack: failure.stack }
    log.error({ ...fields, error: failure.message }, isComingBack ? 'a world broke' : 'a world broke and stands still')
    this.listener?.failed({ message: failure.message, tick, isComingBack })
    const gone = Promise.all([link?.cut(), this.closeIntake(intake)])
    if (this.opening !== undefined) {
      this.opening.reject(new WorldStartError(`world ${this.worldId} cannot start: ${failure.message}`))
      this.opening = undefined
      return
    }
    if (!isComingBack) return
    if (intake !== undefined) this.breaks++
    void this.keepBundle(failure)
    const delayMs = Math.min(RESTART_MS_MAX, RESTART_MS * 2 ** this.attempts++)
    this.cancelRestart = clock.schedule(delayMs, () => void this.bringBack(gone))
  }

  private async bringBack(gone: Promise<unknown>): Promise<void> {
    await gone
    if (this.isClosing) return
    this.options.log.info({ worldId: this.worldId, attempt: this.attempts }, 'a world is brought back')
    this.start(this.breaks > 1)
  }

  private async keepBundle(failure: EngineFailure): Promise<void> {
    const { setup, log } = this.options
    const { directory } = setup
    if (directory === undefined) return
    try {
      const folder = await writeCrashBundle({ ...setup, directory }, failure)
      log.info({ worldId: this.worldId, folder }, 'what is needed to see the failure again was kept')
    } catch (error) {
      log.warn({ worldId: this.worldId, err: error }, 'a failure could not be kept')
    }
  }

  /** A failure of which the world itself could say nothing. */
  private unknownFailure(message: string, stack = ''): EngineFailure {
    const { lastTick, lastDigest } = this
    return { message, stack, tick: lastTick + 1, inputs: [], digests: { run: lastDigest, kept: lastDigest } }
  }

  private async keepEvents(number: number): Promise<void> {
    const { link } = this
    let ok = true
    try {
      await this.listener?.keepEvents()
    } catch {
      ok = false
    }
    link?.post({ kind: 'events_kept', number, ok })
  }
}

function unpack({ bytes, frames }: FrameBatch): ObsFrame[] {
  return frames.map(({ agentId, watch, start, end, cursor, memory }) => ({
    agentId,
    watch,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start),
    cursor,
    memory,
  }))
}
