import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol/plain'
import { createWorld, RULES_VERSION, restore, type World, type WorldConfig } from '@clawstead/world'
import {
  type CommitTiming,
  describeRecovery,
  type FileSystem,
  LogDamagedError,
  openWorldStore,
  type WorldStore,
} from '../../store/index.js'
import type { EventText, KnownAct } from '../world-runner.js'
import { readBirth, writeBirth } from './birth-file.js'
import { birthOf, configOf, contentName } from './configure.js'
import type { EngineReport, EngineSetup } from './messages.js'
import { RecentActs } from './recent-acts.js'
import { eventTexts, WorldCore } from './world-core.js'

/** Events of replayed ticks are handed over in portions of this many. */
const REPLAYED_EVENTS_MAX = 4096

/** A world brought back from its folder, and the store it goes on with. */
export interface RecoveredWorld {
  readonly core: WorldCore
  readonly store: WorldStore
  /** Acts that may be sent again, those that wait in the inbox among them. */
  readonly acts: readonly KnownAct[]
  /** Those that were run; the engine goes on noting them. */
  readonly recentActs: RecentActs
  /** Milliseconds that running the log again took: what the next start would pay too. */
  readonly replayMs: number
}

export interface RecoverOptions {
  readonly setup: EngineSetup & { readonly directory: string }
  readonly report: (report: EngineReport) => void
  readonly onCommit: (timing: CommitTiming) => void
  readonly now: () => number
  readonly fileSystem?: FileSystem
}

/**
 * Opens what a world has on disk and brings it to the last tick of its log: the newest good snapshot, then every record
 * after it, each compared with the digest it is written with. Throws a sentence when what is there cannot be believed.
 */
export async function recoverWorld(options: RecoverOptions): Promise<RecoveredWorld> {
  const { setup, report, onCommit, now, fileSystem } = options
  const { directory, worldId } = setup
  const known = await readBirth(directory)
  const config = configOf(setup, known)
  const birth = known ?? birthOf(config)
  if (known === undefined) await writeBirth(directory, birth)
  else if (known.seed !== setup.seed) {
    const fields = { worldId, seed: known.seed, given: setup.seed }
    report({
      kind: 'log',
      level: 'warn',
      fields,
      message: 'the world keeps the seed it was made with; the one given is for new worlds',
    })
  }
  const { seed, generator } = birth
  const content = contentName(setup)
  const identity = { worldId, seed, generator, rules: RULES_VERSION, content }
  const store = await openWorldStore({
    directory,
    identity,
    onCommit,
    ...(fileSystem === undefined ? {} : { fileSystem }),
  })
  try {
    const world = store.snapshot === undefined ? createWorld(config) : restoreWorld(config, store)
    const startedMs = now()
    const core = new WorldCore(world)
    const { recentActs, replayed } = await replay(core, store, report)
    const replayMs = now() - startedMs
    const { cut } = store.report.log
    const fields = {
      worldId,
      tick: core.nextTick - 1,
      replayed,
      replayMs: Math.round(replayMs),
      cutBytes: cut?.bytes ?? 0,
    }
    report({ kind: 'log', level: 'info', fields, message: describeRecovery(store.report) })
    return { core, store, acts: [...recentActs.all(), ...pendingActs(store, core.nextTick)], recentActs, replayMs }
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

function restoreWorld(config: WorldConfig, { snapshot }: WorldStore): World {
  if (snapshot === undefined) throw new Error('no snapshot')
  return restore(config, snapshot)
}

/** Runs what the log has beyond the snapshot, and collects the acts that may be sent again. */
async function replay(
  core: WorldCore,
  store: WorldStore,
  report: (report: EngineReport) => void,
): Promise<{ recentActs: RecentActs; replayed: number }> {
  const { log } = store
  const saved = RecentActs.savedWith(store.snapshot)
  const recentActs = saved ?? new RecentActs()
  let events: EventText[] = []
  let replayed = 0
  // A snapshot from before acts were saved along with it: they are in the log.
  const actsFrom = saved === undefined ? log.nextTick - ACT_ID_MEMORY_TICKS : core.nextTick
  const from = Math.max(log.firstTick, Math.min(core.nextTick, actsFrom))
  if (from < log.nextTick) {
    for await (const record of log.readFrom(from)) {
      recentActs.note(record.inputs, record.tick)
      if (record.tick < core.nextTick) continue
      const result = core.run(record.inputs)
      replayed++
      if (result.digest !== record.digest) {
        const what = `running tick ${record.tick} again gives digest ${result.digest}, the log has ${record.digest}: the rules or the content differ from those it was made with`
        throw new LogDamagedError({ file: `log of ${log.worldId}`, offset: 0, tick: record.tick }, what)
      }
      events.push(...eventTexts(result))
      if (events.length >= REPLAYED_EVENTS_MAX) {
        report({ kind: 'events', events })
        events = []
      }
    }
  }
  if (events.length > 0) report({ kind: 'events', events })
  return { recentActs, replayed }
}

/** Acts that were acknowledged and not run yet: the next tick takes them. */
function pendingActs({ inbox }: WorldStore, tick: number): KnownAct[] {
  const acts = new RecentActs()
  acts.note(
    inbox.pending.map(({ input }) => input),
    tick,
  )
  return acts.all()
}
