import type { Input } from '@clawstead/world'
import type { ReadonlySequenceSet } from './sequence-set.js'

/** Everything one tick was given, and the digest of the world after it. */
export interface TickRecord {
  readonly tick: number
  readonly inputs: readonly Input[]
  /** Numbers of the inbox entries this tick took, ascending. What is named here is never delivered again. */
  readonly inbox: readonly number[]
  /** Sixteen hexadecimal digits. */
  readonly digest: string
}

/** Whose log it is, and what it takes to replay it. */
export interface LogIdentity {
  readonly worldId: string
  readonly seed: number
  readonly generator: string
  /** Version of the rules that give these inputs their outcome. */
  readonly rules: number
  /** Names the content (blocks, recipes, tuning) that the rules read. */
  readonly content: string
}

/**
 * The history of one world, and the only copy of it that counts. Ticks are appended in order, each exactly once; a
 * tick may be shown to somebody once a commit that began after its append has resolved.
 */
export interface LogStore {
  readonly worldId: string
  /** The earliest tick that can still be read. */
  readonly firstTick: number
  /** The tick the next record must have. */
  readonly nextTick: number
  /** The last tick that survives a power cut; one less than `firstTick` while there is none. */
  readonly durableTick: number
  /** The digest after the last appended tick; empty before the first. */
  readonly lastDigest: string
  /** Inbox entries that durable records have taken. */
  readonly settled: ReadonlySequenceSet
  /** Ticks and bytes that wait to be written. */
  readonly waiting: { readonly ticks: number; readonly bytes: number }
  /** Queues a record. Throws, and changes nothing, when it is not the next one or cannot be stored. */
  append(record: TickRecord): void
  /**
   * Resolves when every record appended so far is durable. Rejects with a StoreFullError or a StoreWriteError when the
   * disk refused; the records stay queued, and the next commit tries them again.
   */
  commit(): Promise<void>
  /** What is appended from here on can be read without what came before: to be called where a snapshot is taken. */
  beginSection(): void
  /** Durable records from a tick on, as they were when the call was made. */
  readFrom(tick: number): AsyncIterable<TickRecord>
  /** Forgets sections that end before this tick; the newest section always stays. */
  forgetBefore(tick: number): Promise<void>
  /** Commits what waits and lets go of all files. */
  close(): Promise<void>
}

const DIGEST = /^[0-9a-f]{16}$/

/** Throws when a record may not follow. Every implementation of a log asks this first. */
export function checkRecord(record: TickRecord, nextTick: number, worldId: string): void {
  const { tick, digest, inbox } = record
  const where = `log of ${worldId}`
  if (tick !== nextTick) throw new RangeError(`${where}: tick ${tick} cannot follow, the next one is ${nextTick}`)
  if (!DIGEST.test(digest))
    throw new RangeError(`${where}, tick ${tick}: digest is not 16 hexadecimal digits: ${digest}`)
  let before = 0
  for (const sequence of inbox) {
    if (!Number.isSafeInteger(sequence) || sequence <= before) {
      throw new RangeError(
        `${where}, tick ${tick}: inbox numbers must be whole, positive and ascending: ${sequence} after ${before}`,
      )
    }
    before = sequence
  }
}
