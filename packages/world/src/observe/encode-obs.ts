import type { AgentId, GameEvent } from '@clawstead/protocol'
import { localRules } from '../land/permission.js'
import { runningTaskRule } from '../rules/index.js'
import type { Agent, MovementTask, WorkTask } from '../state.js'
import type { World } from '../world.js'
import { boardsText } from './boards.js'
import { entitiesText } from './entities.js'
import { inventoryText } from './inventory-text.js'
import { rulesText } from './rules-text.js'
import { statusOf } from './status.js'
import type { View } from './view.js'
import { voxelsText } from './voxels.js'

export interface ObsExtras {
  readonly protocolVersion: string
  readonly events: readonly GameEvent[]
  readonly eventsCursor: number
  /** Memory asked for in this tick. */
  readonly memory?: readonly { readonly key: string; readonly value: string }[] | undefined
  /** Said when the host sends only every k-th observation. */
  readonly obsEvery?: number | undefined
}

/**
 * One agent's OBS as JSON text, after a tick. Written by hand rather than by JSON.stringify of an object:
 * it is made for every agent every tick, and most of it is numbers.
 */
export function encodeObs(world: World, agentId: AgentId, view: View, extras: ObsExtras): string {
  const agent = world.state.agents.get(agentId)
  if (agent === undefined) throw new Error(`no agent ${agentId} in ${world.config.id}`)
  const tick = world.state.tick - 1
  const cursor = extras.eventsCursor
  const entities = entitiesText(world, agent)
  const boards = boardsText(world, agent)
  let text = `{"type":"OBS","protocol_version":"${extras.protocolVersion}","tick":${tick},"agent_id":"${agent.id}","obs_id":"${agent.id}:${tick}:${cursor}"`
  if (cursor > 0) text += `,"events_cursor":${cursor}`
  text += `,"world_id":${JSON.stringify(world.config.id)}`
  if (tick > 0) text += `,"world_clock":${tick}`
  if (extras.obsEvery !== undefined) text += `,"obs_every":${extras.obsEvery}`
  text += `,"world":${worldText(world, agent, tick)},"self":${selfText(world, agent)},"inventory":${inventoryText(agent.inventory)}`
  text += `,"equipment":{"main_hand":"NONE","armor":["NONE","NONE","NONE","NONE"]},"local_rules":${rulesText(localRules(world, agent))}`
  text += `,"voxels":${voxelsText(world, agent.pos, view)},"entities":${entities.text}`
  if (entities.omitted > 0) text += `,"entities_omitted":${entities.omitted}`
  text += `,"events":${extras.events.length === 0 ? '[]' : JSON.stringify(extras.events)},"tasks":${tasksText(world, agent)}`
  text += funText(agent)
  if (boards !== '') text += `,"public_boards":[${boards}]`
  if (extras.memory !== undefined && extras.memory.length > 0) text += `,"memory":${JSON.stringify(extras.memory)}`
  return `${text}}`
}

/** What all agents of a world are told alike about its last tick. */
const clockByWorld = new WeakMap<World, { readonly tick: number; readonly text: string }>()

function worldText(world: World, agent: Agent, tick: number): string {
  let clock = clockByWorld.get(world)
  if (clock?.tick !== tick) {
    clock = { tick, text: clockText(world, tick) }
    clockByWorld.set(world, clock)
  }
  return `${clock.text}"${world.terrain.generator.biomeAt(agent.pos[0], agent.pos[2])}"}`
}

function clockText(world: World, tick: number): string {
  const { day_ticks } = world.config.catalog.tuning
  const days = Math.max(1, Math.floor(world.config.definition.reset_every_ticks / day_ticks))
  const seasonDay = (Math.floor(tick / day_ticks) % days) + 1
  return `{"time_of_day":${(tick % day_ticks) / day_ticks},"weather":"CLEAR","season_day":${seasonDay},"biome":`
}

function selfText(world: World, agent: Agent): string {
  const { pos, yaw, hp, hunger, staminaMilli, reputation } = agent
  const { trade, build, social, law } = reputation
  return (
    `{"pos":[${pos[0]},${pos[1]},${pos[2]}],"yaw":${yaw},"hp":${hp},"hunger":${hunger},"stamina":${staminaMilli / 1000}` +
    `,"status":${statusOf(world, agent)},"reputation":{"trade":${trade / 1000},"build":${build / 1000},"social":${social / 1000},"law":${law / 1000}}}`
  )
}

function tasksText(world: World, agent: Agent): string {
  const movement = agent.movement === null ? '' : taskText(world, agent, agent.movement)
  const work = agent.work === null ? '' : taskText(world, agent, agent.work)
  return `[${movement}${movement !== '' && work !== '' ? ',' : ''}${work}]`
}

function taskText(world: World, agent: Agent, task: MovementTask | WorkTask): string {
  const rule = runningTaskRule(task.kind)
  const { progress, target, etaTicks } = rule.progress(world, agent, task)
  const eta = etaTicks > 0 ? `,"eta_ticks":${etaTicks}` : ''
  return `{"task_id":"${task.taskId}","kind":"${task.kind}","progress":${progress},"target":[${target[0]},${target[1]},${target[2]}]${eta}}`
}

function funText({ fun }: Agent): string {
  const { novelty, creation, social, influence, narrative, risk_rescue } = fun
  if (novelty + creation + social + influence + narrative + risk_rescue === 0) return ''
  return `,"fun_score":{"novelty":${novelty},"creation":${creation},"social":${social},"influence":${influence},"narrative":${narrative},"risk_rescue":${risk_rescue}}`
}
