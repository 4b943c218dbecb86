import type { AgentId, GameEvent, Vec3 } from '@clawstead/protocol'
import { itemEntityId, postId, taskId } from '@clawstead/protocol/plain'
import type { EditOutcome } from './history/edit.js'
import type { PartKind } from './history/parts.js'
import type { BlockChange, Input } from './inputs.js'
import { createRng, type Rng } from './math/rng.js'
import type { SeasonEnd } from './season/rollover.js'
import type { Agent, Board, Container, ItemEntity, Sign } from './state.js'
import type { SwitchOutcome } from './travel/switch-verdict.js'
import type { Arrival, Gates, Transfer } from './travel/transfer.js'
import type { World } from './world.js'

/** One event for one agent, with the number it has in that agent's history. */
export interface AgentEvent {
  readonly agentId: AgentId
  readonly cursor: number
  readonly event: GameEvent
}

/**
 * The only writer of a world, for the length of one tick. Everything it does is noted:
 * what to send, what to save and what to hash again all come from here.
 */
export class Tx {
  readonly tick: number
  readonly events: AgentEvent[] = []
  readonly changes: BlockChange[] = []
  readonly edits: EditOutcome[] = []
  readonly departures: Transfer[] = []
  readonly arrivals: Arrival[] = []
  readonly switches: SwitchOutcome[] = []
  /** Inputs of agents that are not here. */
  readonly strays: Input[] = []
  /** Who will leave when the rest of its ACT has been carried out, and where to. */
  readonly leaving = new Map<AgentId, { readonly to: string; readonly gates: Gates; readonly ref: string }>()
  seasonEnd: SeasonEnd | undefined
  rebuilt = false
  readonly memoryByAgent = new Map<AgentId, { key: string; value: string }[]>()

  constructor(readonly world: World) {
    this.tick = world.state.tick
    world.terrain.beginTick(this.tick)
  }

  /** Notes that an agent is about to change, and hands it over for that. */
  change(agent: Agent): Agent {
    this.world.digests.touch('agent', agent.id)
    return agent
  }

  touch(kind: PartKind, id: string): void {
    this.world.digests.touch(kind, id)
  }

  emit(agent: Agent, event: GameEvent): void {
    this.change(agent).cursor++
    this.events.push({ agentId: agent.id, cursor: agent.cursor, event })
  }

  /** A stream of chance for this tick, keyed by what it is for and for whom. */
  rng(purpose: string, id: string): Rng {
    return createRng(this.world.state.seed, this.tick, purpose, id)
  }

  setBlock(at: Vec3, id: number, actor: string, reason: string): void {
    const from = this.world.terrain.setBlock(at[0], at[1], at[2], id)
    if (from !== id) this.changes.push({ at, from, to: id, actor, reason })
  }

  moveAgent(agent: Agent, to: Vec3): void {
    const from = agent.pos
    this.change(agent).pos = to
    this.world.presence.agents.move(agent, from)
  }

  addAgent(agent: Agent): void {
    this.world.state.agents.set(agent.id, agent)
    this.world.presence.agents.add(agent)
    this.world.presence.agentsChanged()
    this.change(agent)
    this.touch('memory', agent.id)
  }

  removeAgent(agent: Agent): void {
    this.world.state.agents.delete(agent.id)
    this.world.presence.agents.remove(agent, agent.pos)
    this.world.presence.agentsChanged()
    this.change(agent)
    this.touch('memory', agent.id)
  }

  addItem(item: Omit<ItemEntity, 'id'>): ItemEntity {
    const entity: ItemEntity = { id: itemEntityId(++this.world.state.counters.item), ...item }
    this.world.state.items.set(entity.id, entity)
    this.world.presence.items.add(entity)
    this.touch('item', entity.id)
    return entity
  }

  moveItem(item: ItemEntity, to: Vec3): void {
    const from = item.pos
    item.pos = to
    this.world.presence.items.move(item, from)
    this.touch('item', item.id)
  }

  removeItem(item: ItemEntity): void {
    this.world.state.items.delete(item.id)
    this.world.presence.items.remove(item, item.pos)
    this.touch('item', item.id)
  }

  addContainer(container: Container): void {
    this.world.state.containers.set(container.id, container)
    this.world.presence.containers.add(container)
    this.touch('container', container.id)
  }

  removeContainer(container: Container): void {
    this.world.state.containers.delete(container.id)
    this.world.presence.containers.remove(container, container.pos)
    this.touch('container', container.id)
  }

  addSign(sign: Sign): void {
    this.world.state.signs.set(sign.id, sign)
    this.world.presence.signs.add(sign)
    this.touch('sign', sign.id)
  }

  removeSign(sign: Sign): void {
    this.world.state.signs.delete(sign.id)
    this.world.presence.signs.remove(sign, sign.pos)
    this.touch('sign', sign.id)
  }

  addBoard(board: Board): void {
    this.world.state.boards.set(board.id, board)
    this.world.presence.boards.add(board)
    this.touch('board', board.id)
  }

  removeBoard(board: Board): void {
    this.world.state.boards.delete(board.id)
    this.world.presence.boards.remove(board, board.pos)
    this.touch('board', board.id)
  }

  /** Queues a cell for the look whether something still carries it. */
  unsettle(key: number, at: Vec3): void {
    if (this.world.state.unsettled.has(key)) return
    this.world.state.unsettled.set(key, at)
    this.touch('unsettled', 'all')
  }

  nextTaskId(): string {
    return taskId(++this.world.state.counters.task)
  }

  nextPostId(): string {
    return postId(++this.world.state.counters.post)
  }
}
