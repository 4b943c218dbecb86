import { createWorld, RULES_VERSION, restore, tick, type World, type WorldConfig } from '@clawstead/world'
import type { FileSystem } from '../store/files/file-system.js'
import { createFileSnapshotStore, type LogVerification, readLog, verifyLog } from '../store/index.js'
import type { LogIdentity, TickRecord } from '../store/log-store.js'
import { storeDirectories } from '../store/store-directories.js'

/** The log cannot be run again, and why. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError'
}

/** A way in which the world may have been set up; the log says which one it was. */
export interface ReplaySetup {
  readonly config: WorldConfig
  /** Names the content the rules read, as the log's header does. */
  readonly content: string
}

export interface ReplayOptions {
  readonly fileSystem: FileSystem
  /** The folder of the world. It is only read, also while a server uses it. */
  readonly directory: string
  readonly worldId: string
  readonly setups: readonly ReplaySetup[]
  /** First tick to compare; the first of the log when left out. */
  readonly fromTick?: number
  /** Last tick to compare; the last of the log when left out. */
  readonly toTick?: number
  /** Told now and then how far it is. */
  readonly onProgress?: (tick: number) => void
  readonly signal?: AbortSignal
}

export interface ReplayResult {
  readonly worldId: string
  /** Where it started from: the birth of the world, or a snapshot of this tick. */
  readonly startTick: number
  readonly isFromBirth: boolean
  /** The span that was compared. */
  readonly fromTick: number
  readonly toTick: number
  readonly checked: number
  /** The first tick that did not come out as the log says; the rest was not looked at. */
  readonly difference: { readonly tick: number; readonly logged: string; readonly replayed: string } | null
}

const PROGRESS_TICKS = 500

/**
 * Runs a span of a world's log again and compares every tick with the digest it is written with. Starts at the newest
 * good snapshot before the span, or at the world's birth.
 */
export async function replayWorld(options: ReplayOptions): Promise<ReplayResult> {
  const { fileSystem, directory, onProgress, signal } = options
  const paths = storeDirectories(directory)
  const { firstTick, lastTick, sections, problems } = await survey(fileSystem, paths.log)
  const { worldId } = options
  const fromTick = options.fromTick ?? firstTick
  const toTick = Math.min(options.toTick ?? lastTick, lastTick)
  const [problem] = problems
  if (problem !== undefined && problem.tick <= (options.toTick ?? Number.POSITIVE_INFINITY)) {
    throw new ReplayError(
      `${problem.file}, byte ${problem.offset}, tick ${problem.tick}: ${problem.reason}. clawstead repair keeps what can be proved`,
    )
  }
  if (fromTick > toTick)
    throw new ReplayError(
      `the log of ${worldId} has ticks ${firstTick} to ${lastTick}, so there is nothing from ${fromTick} to ${toTick}`,
    )

  const snapshots = createFileSnapshotStore({ fileSystem, directory: paths.snapshots, worldId })
  const { found } = await snapshots.latest(fromTick)
  if (found === undefined && firstTick > 0) {
    throw new ReplayError(
      `${worldId} cannot be run from tick ${fromTick}: its log begins at tick ${firstTick} and no snapshot is left from before`,
    )
  }
  const startTick = found?.snapshot.state.tick ?? 0
  const { config } = setupOf(options, sections, startTick, toTick)
  const world = found === undefined ? createWorld(config) : restore(config, found.snapshot)
  const span = { worldId, startTick, isFromBirth: found === undefined, fromTick }
  let checked = 0
  let last = fromTick - 1
  for await (const record of readLog({ fileSystem, directory: paths.log, fromTick: startTick })) {
    if (record.tick > toTick || signal?.aborted === true) break
    const replayed = run(world, record)
    if (replayed !== record.digest) {
      const difference = { tick: record.tick, logged: record.digest, replayed }
      return { ...span, toTick: record.tick, checked, difference }
    }
    if (record.tick >= fromTick) checked++
    last = record.tick
    if (record.tick % PROGRESS_TICKS === 0) onProgress?.(record.tick)
  }
  return { ...span, toTick: last, checked, difference: null }
}

function run(world: World, { tick: number, inputs }: TickRecord): string {
  if (world.state.tick !== number)
    throw new ReplayError(`the log goes on with tick ${number}, the world with tick ${world.state.tick}`)
  return tick(world, inputs).digest
}

interface Survey extends Omit<LogVerification, 'segments'> {
  /** The files of the log with what their headers say. */
  readonly sections: readonly {
    readonly firstTick: number
    readonly nextTick: number
    readonly identity: LogIdentity
  }[]
}

async function survey(fileSystem: FileSystem, directory: string): Promise<Survey> {
  const { segments, ...rest } = await verifyLog({ fileSystem, directory })
  const sections = segments.flatMap(({ firstTick, nextTick, header }) =>
    header === undefined ? [] : [{ firstTick, nextTick, identity: header }],
  )
  if (sections.length === 0) throw new ReplayError(`there is no log in ${directory}`)
  return { ...rest, sections }
}

/** How the world was set up in the span. Rules and content may change from one start of a server to the next, and do not mix. */
function setupOf(
  { setups }: ReplayOptions,
  sections: Survey['sections'],
  startTick: number,
  toTick: number,
): ReplaySetup {
  const inSpan = sections.filter(({ firstTick, nextTick }) => nextTick > startTick && firstTick <= toTick)
  const [first, ...others] = inSpan
  if (first === undefined) throw new ReplayError(`the log has nothing from tick ${startTick} to ${toTick}`)
  const { worldId, rules, content } = first.identity
  const changed = others.find(({ identity }) => identity.rules !== rules || identity.content !== content)
  if (changed !== undefined) {
    const at = changed.firstTick
    throw new ReplayError(
      `rules or content of ${worldId} changed at tick ${at}: run ${startTick} to ${at - 1} and what follows separately`,
    )
  }
  if (rules !== RULES_VERSION) {
    throw new ReplayError(
      `the log of ${worldId} was made by rules version ${rules}, this program has version ${RULES_VERSION}: run it with the program that made it`,
    )
  }
  const found = setups.find((setup) => setup.content === content)
  if (found === undefined) {
    throw new ReplayError(
      `the log of ${worldId} was made with other content than this: give the worlds and tuning files it was made with`,
    )
  }
  return found
}
