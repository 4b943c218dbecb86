import { applyInput } from './apply-input.js'
import { worldDigest } from './history/digest.js'
import type { EditOutcome } from './history/edit.js'
import type { BlockChange, Input } from './inputs.js'
import type { SeasonEnd } from './season/rollover.js'
import { season } from './season/season.js'
import { SYSTEMS } from './systems/index.js'
import type { SwitchOutcome } from './travel/switch-verdict.js'
import type { Arrival, Transfer } from './travel/transfer.js'
import { type AgentEvent, Tx } from './tx.js'
import { turnKey, type World } from './world.js'

/** What one tick brought about: all a host has to send, save or compare. */
export interface TickResult {
  readonly tick: number
  readonly digest: string
  readonly events: readonly AgentEvent[]
  readonly changes: readonly BlockChange[]
  /** Edits that ended in this tick. */
  readonly edits: readonly EditOutcome[]
  /** Agents that left for another world. To be delivered there, again and again, until an `arrived` came back. */
  readonly departures: readonly Transfer[]
  /** Journeys that are known to have ended here: for `arrived` to the worlds they began in. */
  readonly arrivals: readonly Arrival[]
  /** Wishes to switch worlds and what became of them. */
  readonly switches: readonly SwitchOutcome[]
  /** Inputs of agents that are not here, because they have just left: for the host to pass on. */
  readonly strays: readonly Input[]
  /** Given when a season ended before this tick. */
  readonly seasonEnd?: SeasonEnd
  /** Whether the ground is a new one: what was known of it is void, the seed included. */
  readonly rebuilt: boolean
  /** What agents asked to remember, for the OBS of this tick only. */
  readonly memoryByAgent: ReadonlyMap<string, readonly { key: string; value: string }[]>
}

/** Told the name of each part of a tick as it ends. A world has no clock; whoever measures brings one. */
export type TickProbe = (part: string) => void

/** One step of the world: a pure function of its state and the inputs. */
export function tick(world: World, inputs: readonly Input[], probe?: TickProbe): TickResult {
  const tx = new Tx(world)
  season(tx)
  for (const input of inOrder(world, inputs)) applyInput(tx, input)
  probe?.('inputs')
  for (const system of SYSTEMS) {
    system(tx)
    probe?.(system.name)
  }
  const result = commit(tx)
  probe?.('digest')
  return result
}

function commit(tx: Tx): TickResult {
  const { world, tick: now } = tx
  const digest = worldDigest(world, now)
  world.state.chain = digest
  world.state.tick = now + 1
  const { events, changes, edits, departures, arrivals, switches, strays, rebuilt, seasonEnd, memoryByAgent } = tx
  const result = {
    tick: now,
    digest,
    events,
    changes,
    edits,
    departures,
    arrivals,
    switches,
    strays,
    rebuilt,
    memoryByAgent,
  }
  return seasonEnd === undefined ? result : { ...result, seasonEnd }
}

/**
 * Acts come last, agents in an order drawn from the world's secret and the tick, each agent's own acts as sent;
 * everything else keeps the order of the log. So being quicker to the wire wins nothing.
 */
function inOrder(world: World, inputs: readonly Input[]): readonly Input[] {
  const acts = inputs.filter((input) => input.kind === 'act')
  if (acts.length === 0) return inputs
  const keys = new Map<string, number>()
  for (const { agentId } of acts) if (!keys.has(agentId)) keys.set(agentId, turnKey(world, agentId))
  const drawn = acts
    .map((input, index) => ({ input, index, key: keys.get(input.agentId) as number }))
    .sort(
      (a, b) =>
        a.key - b.key ||
        (a.input.agentId < b.input.agentId ? -1 : a.input.agentId > b.input.agentId ? 1 : a.index - b.index),
    )
  return [...inputs.filter((input) => input.kind !== 'act'), ...drawn.map(({ input }) => input)]
}
