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
  readonly taken: Promise<number> | number
}

/**
 * The acts of one agent that were acknowledged lately. An act sent again, on this connection or on a later one, is
 * answered with the acknowledgement it already has and is not carried out twice.
 */
export interface ActLedger {
  /** The answer already given to this act id or, where there is one, to this idempotency key, meant for the same world. */
  find(meantFor: string, actId: string, idempotencyKey: string | undefined, nowTick: number): AckRecord | undefined
  remember(record: AckRecord, idempotencyKey: string | undefined): void
  /** The act is safe: this tick takes it. */
  settle(record: AckRecord, idempotencyKey: string | undefined, tick: number): void
  /** The act could not be written after all: it was never taken. */
  forget(record: AckRecord, idempotencyKey: string | undefined): void
  readonly size: number
}

/** Hundreds of thousands are kept, so of an act that was taken in the world it was meant for only the tick is. */
type Remembered = AckRecord | number

export function createActLedger(): ActLedger {
  // Insertion order is age: acts are added when they come and never moved.
  const byActId = new Map<string, Remembered>()
  const byKey = new Map<string, Remembered>()
  /** The world most acts are meant for: their ids need no world beside them. */
  let usualWorld: string | undefined

  /** World ids hold no line break, so two different pairs never give the same text. */
  function entry(worldId: string, name: string): string {
    return worldId === usualWorld && !name.startsWith('\n') ? name : `\n${worldId}\n${name}`
  }

  function forgetOld(nowTick: number): void {
    for (const acts of [byActId, byKey]) {
      for (const [key, act] of acts) {
        const atTick = typeof act === 'number' ? act : act.atTick
        if (nowTick - atTick <= ACT_ID_MEMORY_TICKS && acts.size <= ACT_MEMORY_MAX) break
        acts.delete(key)
      }
    }
  }

  /** Puts something else in the place of an act, or nothing. */
  function replace(record: AckRecord, idempotencyKey: string | undefined, by: Remembered | undefined): void {
    const { meantFor, actId } = record
    put(byActId, entry(meantFor, actId), record, by)
    if (idempotencyKey !== undefined) put(byKey, entry(meantFor, idempotencyKey), record, by)
  }

  return {
    find(meantFor, actId, idempotencyKey, nowTick) {
      forgetOld(nowTick)
      const ofKey = idempotencyKey === undefined ? undefined : byKey.get(entry(meantFor, idempotencyKey))
      const found = byActId.get(entry(meantFor, actId)) ?? ofKey
      if (typeof found !== 'number') return found
      return { actId, worldId: meantFor, meantFor, atTick: found, taken: found }
    },
    remember(record, idempotencyKey) {
      const { meantFor, actId } = record
      usualWorld ??= meantFor
      byActId.set(entry(meantFor, actId), compact(record))
      if (idempotencyKey !== undefined) byKey.set(entry(meantFor, idempotencyKey), compact(record))
      forgetOld(record.atTick)
    },
    settle(record, idempotencyKey, tick) {
      replace(record, idempotencyKey, compact({ ...record, taken: tick }))
    },
    forget: (record, idempotencyKey) => replace(record, idempotencyKey, undefined),
    get size() {
      return byActId.size
    },
  }
}

function compact(record: AckRecord): Remembered {
  const { taken, worldId, meantFor } = record
  return typeof taken === 'number' && worldId === meantFor ? taken : record
}

function put(acts: Map<string, Remembered>, key: string, old: AckRecord, by: Remembered | undefined): void {
  if (acts.get(key) !== old) return
  if (by === undefined) acts.delete(key)
  else acts.set(key, by)
}
