import type { InstantOf, SwitchRoute } from '@clawstead/protocol'
import { type Refusal, refuse } from '../rule.js'
import type { Agent } from '../state.js'
import { explain } from '../work/explain.js'
import type { World } from '../world.js'
import { isInEntry, routesTo } from './atlas.js'

/** How a wish to switch ended, as it is counted. */
export type SwitchResult =
  | 'ok'
  | 'noop'
  | 'invalid_target'
  | 'world_not_found'
  | 'denied'
  | 'cooldown'
  | 'target_busy'
  | 'admin_ok'
  | 'admin_noop'
  | 'admin_world_not_found'

/** One wish to switch, for counting. */
export interface SwitchOutcome {
  readonly from: string
  /** Empty when no world has that name: what clients make up is not counted by name. */
  readonly to: string
  readonly result: SwitchResult
}

/** The way to take; or nowhere, being there already; or why not. */
export type SwitchVerdict =
  | { readonly ok: true; readonly result: 'ok'; readonly route: SwitchRoute }
  | { readonly ok: true; readonly result: 'noop' }
  | { readonly ok: false; readonly result: SwitchResult; readonly refusal: Refusal }

/**
 * Whether an agent may go to another world, decided in full before anything changes. Every world knows all worlds and
 * ways and one count of ticks serves them all, so nothing is left for the other side to refuse.
 */
export function switchVerdict(world: World, agent: Agent, instant: InstantOf<'SWITCH_WORLD'>): SwitchVerdict {
  const { atlas, id } = world.config
  if (atlas === undefined || atlas.worlds.length < 2)
    return no('denied', refuse('E_BAD_REQUEST', 'unknown instant type'))
  const target = instant.target_world_id ?? ''
  if (target.trim() === '') return no('invalid_target', refuse('E_WORLD_NOT_FOUND', 'missing target world'))
  if (target === id) return { ok: true, result: 'noop' }
  const known = atlas.worlds.find((other) => other.id === target)
  if (known === undefined) {
    const worlds = atlas.worlds.map((other) => other.id)
    return no('world_not_found', explain(world, 'E_WORLD_NOT_FOUND', 'target world not found', { worlds }))
  }

  const wanted = instant.entry_point_id?.trim() ?? ''
  const routes = routesTo(world, target).filter((route) => wanted === '' || route.from_entry_id === wanted)
  const [x, , z] = agent.pos
  const route = routes.find((candidate) => isInEntry(world, candidate.from_entry_id, x, z)) ?? routes[0]
  if (route === undefined) return no('denied', refuse('E_WORLD_DENIED', 'entry point required'))
  if (route.requires_permit || known.requires_permit) return no('denied', refuse('E_WORLD_DENIED', 'permit required'))
  if (!isInEntry(world, route.from_entry_id, x, z)) return no('denied', farFromEntry(world, route))

  const { tick, closedGates } = world.state
  const waitTicks = agent.switchAfterTick - tick
  if (waitTicks > 0) {
    const detail = { cooldown_ticks: waitTicks, cooldown_until_tick: agent.switchAfterTick }
    return no('cooldown', explain(world, 'E_WORLD_COOLDOWN', 'switch cooldown active', detail))
  }
  if (closedGates.includes(target)) {
    return no('target_busy', refuse('E_WORLD_BUSY', 'switch failed: target world is not running'))
  }
  return { ok: true, result: 'ok', route }
}

/** The same, as it is counted. */
export function switchOutcome(world: World, agent: Agent, instant: InstantOf<'SWITCH_WORLD'>): SwitchOutcome {
  const { atlas, id: from } = world.config
  const known = atlas?.worlds.some(({ id }) => id === instant.target_world_id) === true
  return { from, to: known ? (instant.target_world_id ?? '') : '', result: switchVerdict(world, agent, instant).result }
}

function farFromEntry(world: World, { from_entry_id: entryId }: SwitchRoute): Refusal {
  const entry = world.config.definition.entry_points.find(({ id }) => id === entryId)
  const detail = { entry_point_id: entryId, x: entry?.x, z: entry?.z, radius: entry?.radius }
  return explain(world, 'E_WORLD_DENIED', 'entry point required', detail)
}

function no(result: SwitchResult, refusal: Refusal): SwitchVerdict {
  return { ok: false, result, refusal }
}
