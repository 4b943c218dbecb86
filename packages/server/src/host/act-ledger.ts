import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol'

/** How many acknowledged acts of one agent are remembered: more than one per tick for as long as they are kept. */
export const ACT_MEMORY_MAX = 4096

/** What is answered to an act, once that may be shown: when the act is safe. */
export interface AckRecord {
  readonly actId: string
  /** The world the agent was in. */
  readonly worldId: string
  /** The world the act was meant for: the same id meant for another is another act. */
  readonly meantFor: string
  /** When the act came; it is forgotten so many ticks later. */
  readonly atTick: number
  /** The tick that takes the act: a promise until the act is safe, which rejects when it cannot be made so. */
  taken: Promise<number> | number
}

/**
 * The acts of one agent that were acknowledged lately. An act sent again, on this connection or on a later one, is
 * answered with the acknowledgement it already has and is not carried out twice.
 */
export interface ActLedger {
  /** The answer already given to this act id or, where there is one, to this idempotency key, meant for the same world. */
  find(meantFor: string, actId: string, idempotencyKey: string | undefined, nowTick: number): AckRecord | undefined
  remember(record: AckRecord, idempotencyKey: string | undefined): void
  /** The act could not be written after all: it was never taken. */
  forget(record: AckRecord, idempotencyKey: string | undefined): void
  readonly size: number
}

export function createActLedger(): ActLedger {
  // Insertion order is age: records are added at the tick they name and never moved.
  const recordByActId = new Map<string, AckRecord>()
  const recordByKey = new Map<string, AckRecord>()

  function forgetOld(nowTick: number): void {
    for (const records of [recordByActId, recordByKey]) {
      for (const [key, record] of records) {
        if (nowTick - record.atTick <= ACT_ID_MEMORY_TICKS && records.size <= ACT_MEMORY_MAX) break
        records.delete(key)
      }
    }
  }

  return {
    find(meantFor, actId, idempotencyKey, nowTick) {
      forgetOld(nowTick)
      const byKey = idempotencyKey === undefined ? undefined : recordByKey.get(entry(meantFor, idempotencyKey))
      return recordByActId.get(entry(meantFor, actId)) ?? byKey
    },
    remember(record, idempotencyKey) {
      const { meantFor, actId } = record
      recordByActId.set(entry(meantFor, actId), record)
      if (idempotencyKey !== undefined) recordByKey.set(entry(meantFor, idempotencyKey), record)
      forgetOld(record.atTick)
    },
    forget(record, idempotencyKey) {
      const { meantFor, actId } = record
      drop(recordByActId, entry(meantFor, actId), record)
      if (idempotencyKey !== undefined) drop(recordByKey, entry(meantFor, idempotencyKey), record)
    },
    get size() {
      return recordByActId.size
    },
  }
}

/** World ids hold no line break, so two different pairs never give the same text. */
function entry(worldId: string, name: string): string {
  return `${worldId}\n${name}`
}

function drop(records: Map<string, AckRecord>, key: string, record: AckRecord): void {
  if (records.get(key) === record) records.delete(key)
}
