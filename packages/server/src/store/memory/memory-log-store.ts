import { HistoryGoneError } from '../errors.js'
import { checkRecord, type LogStore, type TickRecord } from '../log-store.js'
import { decodePlain } from '../plain/decode.js'
import { encodePlain } from '../plain/encode.js'
import { SequenceSet } from '../sequence-set.js'

interface Section {
  readonly firstTick: number
  /** Bytes, so that nobody can change a record after it was appended. */
  readonly records: Buffer[]
}

/** What outlives a log in memory: hand it to the next one to go on with the same history. */
export class MemoryLogContent {
  readonly sections: Section[] = []
  readonly settled = new SequenceSet()
  nextTick = 0
  lastDigest = ''
}

/** A log that forgets everything at the end of the process; for development and tests. */
export function createMemoryLog(worldId: string, content = new MemoryLogContent()): LogStore {
  let waiting: { readonly record: TickRecord; readonly bytes: Buffer; readonly beginsSection: boolean }[] = []
  let { nextTick, lastDigest } = content
  let beginsSection = content.sections.length === 0
  let isClosed = false

  async function commit(): Promise<void> {
    const group = waiting
    waiting = []
    for (const { record, bytes, beginsSection: isFirst } of group) {
      if (isFirst) content.sections.push({ firstTick: record.tick, records: [] })
      content.sections.at(-1)?.records.push(bytes)
      for (const sequence of record.inbox) content.settled.add(sequence)
      content.nextTick = record.tick + 1
      content.lastDigest = record.digest
    }
  }

  const firstTick = (): number => content.sections[0]?.firstTick ?? 0

  async function* read(
    tick: number,
    sections: readonly Section[],
    endTick: number,
  ): AsyncGenerator<TickRecord, void, undefined> {
    for (const section of sections) {
      for (const bytes of section.records) {
        const record = decodePlain(bytes) as TickRecord
        if (record.tick >= tick && record.tick < endTick) yield record
      }
    }
  }

  return {
    worldId,
    get firstTick() {
      return firstTick()
    },
    get nextTick() {
      return nextTick
    },
    get durableTick() {
      return content.nextTick - 1
    },
    get lastDigest() {
      return lastDigest
    },
    settled: content.settled,
    get waiting() {
      return { ticks: waiting.length, bytes: waiting.reduce((sum, { bytes }) => sum + bytes.length, 0) }
    },
    append(record) {
      if (isClosed) throw new Error(`log of ${worldId}: closed`)
      checkRecord(record, nextTick, worldId)
      waiting.push({ record, bytes: encodePlain(record), beginsSection })
      beginsSection = false
      nextTick++
      lastDigest = record.digest
    },
    commit,
    beginSection() {
      beginsSection = true
    },
    readFrom(tick) {
      if (tick < firstTick()) {
        throw new HistoryGoneError(`log of ${worldId}: tick ${tick} is no longer kept, the first one is ${firstTick()}`)
      }
      return read(tick, [...content.sections], content.nextTick)
    },
    async forgetBefore(tick) {
      while (content.sections[1] !== undefined && content.sections[1].firstTick <= tick) content.sections.shift()
    },
    async close() {
      isClosed = true
      await commit()
    },
  }
}
