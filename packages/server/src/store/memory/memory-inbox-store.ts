import type { InboxEntry, InboxStore } from '../inbox-store.js'
import { decodePlain } from '../plain/decode.js'
import { encodePlain } from '../plain/encode.js'
import type { ReadonlySequenceSet } from '../sequence-set.js'

/** What outlives an inbox in memory. */
export class MemoryInboxContent {
  readonly entries = new Map<number, Buffer>()
  nextSequence = 1
}

/** An inbox that forgets everything at the end of the process; for development and tests. */
export function createMemoryInbox(
  worldId: string,
  settled: ReadonlySequenceSet,
  content = new MemoryInboxContent(),
): InboxStore {
  content.nextSequence = Math.max(content.nextSequence, settled.last + 1)
  const pending: InboxEntry[] = []
  for (const [sequence, bytes] of content.entries) {
    if (!settled.has(sequence)) pending.push({ sequence, input: decodePlain(bytes) as InboxEntry['input'] })
  }
  let isClosed = false
  return {
    pending,
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
