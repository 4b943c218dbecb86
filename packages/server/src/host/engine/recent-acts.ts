import type { AgentId } from '@clawstead/protocol'
import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol/plain'
import type { Input, Snapshot } from '@clawstead/world'
import type { KnownAct } from '../world-runner.js'

/** The acts of one tick: agent, act id and idempotency key of each, one after the other, as one text to be small. */
type TickActs = readonly [tick: number, text: string]

/** A snapshot with the acts that may still be sent again, so that a start need not read the log before it for them. */
export type SnapshotWithActs = Snapshot & { readonly acts?: readonly TickActs[] }

const TRIM_EVERY_TICKS = 64
const FIELDS = 3

/** Acts of the last ticks. Their ids count for so long that reading them from a busy log would take most of a start. */
export class RecentActs {
  private ticks: TickActs[]

  constructor(ticks: readonly TickActs[] = []) {
    this.ticks = [...ticks]
  }

  /** Those saved with a snapshot; undefined for one that was saved without. */
  static savedWith(snapshot: Snapshot | undefined): RecentActs | undefined {
    const saved: SnapshotWithActs | undefined = snapshot
    const acts = saved?.acts
    return acts === undefined ? undefined : new RecentActs(acts)
  }

  /** Notes the acts among the inputs of a tick. */
  note(inputs: readonly Input[], tick: number): void {
    const fields: string[] = []
    for (const input of inputs) {
      if (input.kind !== 'act' || input.act.act_id === '') continue
      fields.push(input.agentId, input.act.act_id, input.act.idempotency_key)
    }
    if (fields.length > 0) this.ticks.push([tick, JSON.stringify(fields)])
    if (tick % TRIM_EVERY_TICKS === 0) this.trim(tick)
  }

  /** For saving: what is noted later does not change it. */
  copy(): readonly TickActs[] {
    return [...this.ticks]
  }

  all(): KnownAct[] {
    return this.ticks.flatMap(([tick, text]) => {
      const fields = JSON.parse(text) as string[]
      return Array.from({ length: fields.length / FIELDS }, (_, i) => ({
        agentId: fields[i * FIELDS] as AgentId,
        actId: fields[i * FIELDS + 1] as string,
        idempotencyKey: fields[i * FIELDS + 2] as string,
        tick,
      }))
    })
  }

  private trim(tick: number): void {
    const kept = this.ticks.findIndex(([noted]) => noted >= tick - ACT_ID_MEMORY_TICKS)
    if (kept > 0) this.ticks = this.ticks.slice(kept)
    else if (kept < 0) this.ticks = []
  }
}
