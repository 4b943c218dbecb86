import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol'
import { TakenActs } from './taken-acts.js'

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

export function createActLedger(): ActLedger {
  const byActId = new NamedActs()
  const byKey = new NamedActs()

  function forgetOld(nowTick: number): void {
    byActId.forgetOld(nowTick)
    byKey.forgetOld(nowTick)
  }

  function each(
    { meantFor, actId }: AckRecord,
    idempotencyKey: string | undefined,
    change: (acts: NamedActs, world: string, name: string) => void,
  ): void {
    change(byActId, meantFor, actId)
    if (idempotencyKey !== undefined) change(byKey, meantFor, idempotencyKey)
  }

  return {
    find(meantFor, actId, idempotencyKey, nowTick) {
      forgetOld(nowTick)
      const found = byActId.find(meantFor, actId)
      return found ?? (idempotencyKey === undefined ? undefined : byKey.find(meantFor, idempotencyKey))
    },
    remember(record, idempotencyKey) {
      each(record, idempotencyKey, (acts, world, name) => acts.remember(world, name, record))
      forgetOld(record.atTick)
    },
    settle(record, idempotencyKey, tick) {
      each(record, idempotencyKey, (acts, world, name) => acts.settle(world, name, record, tick))
    },
    forget(record, idempotencyKey) {
      each(record, idempotencyKey, (acts, world, name) => acts.drop(world, name, record))
    },
    get size() {
      return byActId.size
    },
  }
}

/** Acts by one of their names. */
class NamedActs {
  /** Those that are not safe yet, and those that were meant for another world than their agent was in. Oldest first. */
  private readonly records = new Map<string, AckRecord>()
  private readonly taken = new TakenActs()

  get size(): number {
    return this.records.size + this.taken.size
  }

  find(meantFor: string, name: string): AckRecord | undefined {
    const record = this.records.get(entry(meantFor, name))
    if (record !== undefined) return record
    const tick = this.taken.find(meantFor, name)
    return tick === undefined ? undefined : { actId: name, worldId: meantFor, meantFor, atTick: tick, taken: tick }
  }

  remember(meantFor: string, name: string, record: AckRecord): void {
    const { taken, worldId } = record
    if (typeof taken === 'number' && worldId === meantFor) this.taken.add(meantFor, name, taken)
    else this.records.set(entry(meantFor, name), record)
  }

  settle(meantFor: string, name: string, record: AckRecord, tick: number): void {
    if (this.drop(meantFor, name, record)) this.remember(meantFor, name, { ...record, taken: tick })
  }

  drop(meantFor: string, name: string, record: AckRecord): boolean {
    const key = entry(meantFor, name)
    return this.records.get(key) === record && this.records.delete(key)
  }

  forgetOld(nowTick: number): void {
    const beforeTick = nowTick - ACT_ID_MEMORY_TICKS
    this.taken.forget(beforeTick, ACT_MEMORY_MAX)
    for (const [key, { atTick }] of this.records) {
      if (atTick >= beforeTick && this.records.size <= ACT_MEMORY_MAX) break
      this.records.delete(key)
    }
  }
}

/** World ids hold no line break, so two different pairs never give the same text. */
function entry(worldId: string, name: string): string {
  return `${worldId}\n${name}`
}
