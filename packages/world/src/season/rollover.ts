import type { AgentId } from '@clawstead/protocol'
import type { Agent, Fun } from '../state.js'
import type { Tx } from '../tx.js'
import { agentsInIdOrder } from '../world.js'
import { isRebuilt } from './is-rebuilt.js'

/** What is written down of a season that ended. */
export interface SeasonEnd {
  readonly season: number
  readonly endTick: number
  /** The seed the ground of that season grew from. */
  readonly seed: number
  /** Everybody's score, by number; empty where a world was rebuilt, because scores go on there. */
  readonly scores: readonly { readonly agentId: AgentId; readonly name: string; readonly fun: Fun }[]
}

/** Ends a season in a world that stays: scores are written down and begin again. Ground, goods and land are not touched. */
export function rollOver(tx: Tx): void {
  const { state } = tx.world
  const agents = agentsInIdOrder(tx.world)
  const scores = agents.map(({ id: agentId, name, fun }) => ({ agentId, name, fun: { ...fun } }))
  tx.seasonEnd = { season: state.season, endTick: tx.tick - 1, seed: state.seed, scores }
  state.season++
  for (const agent of agents) {
    beginScore(tx, agent)
    announceSeason(tx, agent)
  }
}

export function announceSeason(tx: Tx, agent: Agent): void {
  const { season, seed } = tx.world.state
  tx.emit(agent, { t: tx.tick, type: 'SEASON_ROLLOVER', season, archive_tick: tx.tick - 1, seed })
}

/** A score counts from the start of a season: one brought along from before it, e.g. out of a mine, begins again. */
export function enterSeason(tx: Tx, agent: Agent): void {
  if (isRebuilt(tx.world)) return
  const everyTicks = tx.world.config.definition.reset_every_ticks
  if (agent.scoreSinceTick < tx.tick - (tx.tick % everyTicks)) beginScore(tx, agent)
}

function beginScore(tx: Tx, agent: Agent): void {
  const changed = tx.change(agent)
  changed.scoreSinceTick = tx.tick
  Object.assign(changed.fun, {
    novelty: 0,
    creation: 0,
    social: 0,
    influence: 0,
    narrative: 0,
    risk_rescue: 0,
  } satisfies Fun)
}
