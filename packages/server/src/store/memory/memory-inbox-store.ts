import type { InboxEntry, InboxStore } from '../inbox-store.js'
import { decodePlain } from '../plain/decode.js'
import { encodePlain } from '../plain/encode.js'
import type { ReadonlySequenceSet } from '../sequence-set.js'

/** What outlives an inbox in memory. */
export class MemoryInboxContent {
  readonly entries = new Map<number, Buffer>()
  nextSequence = 1

  /** Entries that no tick has taken. Numbers that were taken are not given out again. */
  read(settled: ReadonlySequenceSet): InboxEntry[] {
    this.nextSequence = Math.max(this.nextSequence, settled.last + 1)
    const pending: InboxEntry[] = []
    for (const [sequence, bytes] of this.entries) {
      if (!settled.has(sequence)) pending.push({ sequence, input: decodePlain(bytes) as InboxEntry['input'] })
    }
    return pending
  }
}

/** An inbox that forgets everything at the end of the process; for development and tests. */
export function createMemoryInbox(worldId: string, content: MemoryInboxContent): InboxStore {
  let isClosed = false
  return {
    async put(input) {
      if (isClosed) throw new Error(`inbox of ${worldId}: closed`)
      const sequence = content.nextSequence
      content.entries.set(sequence, encodePlain(input))
      content.nextSequence++
      return sequence
    },
    async forget(taken) {
      for (const sequence of content.entries.keys()) if (taken.has(sequence)) content.entries.delete(sequence)
    },
    async close() {
      isClosed = true
    },
  }
}
