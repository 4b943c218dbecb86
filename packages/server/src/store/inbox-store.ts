import type { Input } from '@clawstead/world'
import type { ReadonlySequenceSet } from './sequence-set.js'

export interface InboxEntry {
  /** Ascending, never used twice. */
  readonly sequence: number
  readonly input: Input
}

export interface InboxFile {
  readonly path: string
  readonly sequences: readonly number[]
}

/** Where an inbox stands once it was read. Plain data: who reads it and who goes on writing it may be different threads. */
export interface InboxPosition {
  readonly nextSequence: number
  /** What is there already, to be let go of once it was taken. */
  readonly files: readonly InboxFile[]
}

/**
 * Inputs on their way into one world. What was put here outlives the process, so it may be acknowledged; once a tick
 * has taken it, its number stands in that tick's record and the entry is of no more use.
 */
export interface InboxStore {
  /** Resolves, with the number the tick's record must name, when the input would survive the end of this process. */
  put(input: Input): Promise<number>
  /** Lets go of entries that durable records have taken. */
  forget(settled: ReadonlySequenceSet): Promise<void>
  close(): Promise<void>
}
