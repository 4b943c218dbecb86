import type { FileSystem } from '../files/file-system.js'
import type { InboxEntry, InboxFile, InboxPosition } from '../inbox-store.js'
import type { ReadonlySequenceSet } from '../sequence-set.js'
import { parseInboxName, readInboxFile } from './inbox-file.js'

export interface ReadInboxOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly worldId: string
  /** What the log has taken, as found when it was opened. */
  readonly settled: ReadonlySequenceSet
}

/** What reading an inbox found. */
export interface InboxRecovery {
  readonly entries: number
  readonly pending: number
  /** Bytes of an interrupted write, or of a power cut, that hold no entry. */
  readonly lostBytes: number
}

export interface FoundInbox {
  /** Entries that no tick has taken, in order: to be delivered again. */
  readonly pending: readonly InboxEntry[]
  readonly position: InboxPosition
  readonly recovery: InboxRecovery
}

/** Reads what the last process left in an inbox. */
export async function readInbox({ fileSystem, directory, worldId, settled }: ReadInboxOptions): Promise<FoundInbox> {
  await fileSystem.makeDirectory(directory)
  const files: InboxFile[] = []
  const pending: InboxEntry[] = []
  let entries = 0
  let lostBytes = 0
  let nextSequence = settled.last + 1
  for (const name of await fileSystem.list(directory)) {
    if (parseInboxName(name) === undefined) continue
    const path = `${directory}/${name}`
    const content = await readInboxFile(fileSystem, path, worldId)
    files.push({ path, sequences: content.entries.map(({ sequence }) => sequence) })
    for (const entry of content.entries) {
      if (!settled.has(entry.sequence)) pending.push(entry)
      nextSequence = Math.max(nextSequence, entry.sequence + 1)
    }
    entries += content.entries.length
    lostBytes += content.lostBytes
  }
  return { pending, position: { nextSequence, files }, recovery: { entries, pending: pending.length, lostBytes } }
}
