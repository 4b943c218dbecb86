import type { Vec3 } from '@clawstead/protocol'
import type { Inventory } from '../inventory.js'
import { addLanes, Hasher, type Lanes } from '../math/hash.js'
import { compareIds } from '../order.js'
import type { Agent, MovementTask, WorkTask, WorldState } from '../state.js'
import { toAgent } from '../travel/traveller.js'
import type { EditWork } from './edit.js'

/** How one kind of state is listed and hashed. `hash` answers false when there is no such part any more. */
interface PartHash {
  ids(state: WorldState): Iterable<string>
  hash(hasher: Hasher, state: WorldState, id: string): boolean
}

export type PartKind =
  | 'agent'
  | 'memory'
  | 'item'
  | 'container'
  | 'sign'
  | 'board'
  | 'unsettled'
  | 'edit'
  | 'transfer'
  | 'arrival'
  | 'gates'

/** Every field of the state is fed in here: what is left out could change a future without changing a digest. */
export const PART_KINDS: Record<PartKind, PartHash> = {
  agent: {
    ids: (state) => state.agents.keys(),
    hash: (hasher, state, id) => present(state.agents.get(id as Agent['id']), (agent) => hashAgent(hasher, agent)),
  },
  memory: {
    ids: (state) => state.agents.keys(),
    hash: (hasher, state, id) =>
      present(state.agents.get(id as Agent['id']), (agent) => hashMemory(hasher, agent.memory)),
  },
  item: {
    ids: (state) => state.items.keys(),
    hash: (hasher, state, id) =>
      present(state.items.get(id), (item) => {
        hashVec(hasher.text(item.item).int(item.count).int(item.wear), item.pos).int(item.expiresTick)
      }),
  },
  container: {
    ids: (state) => state.containers.keys(),
    hash: (hasher, state, id) =>
      present(state.containers.get(id), (container) => {
        hashVec(hasher.text(container.type), container.pos)
        hashInventory(hasher, container.inventory)
        for (const stack of container.reserved) hasher.text(stack.item).int(stack.count)
      }),
  },
  sign: {
    ids: (state) => state.signs.keys(),
    hash: (hasher, state, id) =>
      present(state.signs.get(id), (sign) => {
        hashVec(hasher, sign.pos).text(sign.text).text(sign.updatedBy).int(sign.updatedTick)
      }),
  },
  board: {
    ids: (state) => state.boards.keys(),
    hash: (hasher, state, id) =>
      present(state.boards.get(id), (board) => {
        if (board.pos !== null) hashVec(hasher, board.pos)
        for (const post of board.posts)
          hasher.text(post.id).text(post.author).text(post.title).text(post.body).int(post.tick)
      }),
  },
  unsettled: {
    ids: () => ['all'],
    hash: (hasher, state) => {
      for (const at of state.unsettled.values()) hashVec(hasher, at)
      return true
    },
  },
  edit: {
    ids: () => ['all'],
    // The cells of a patch or an inverse were in the input and are too many to hash in one tick; what is written of them
    // is in the terrain, and how far it is says the rest.
    hash: (hasher, { edits }) => {
      for (const edit of edits) {
        hashEditWork(hasher.text(edit.id).text(edit.label).text(edit.by).text(edit.work.op), edit.work)
        hashVec(hashVec(hasher, edit.box.min), edit.box.max)
        hasher.int(edit.prepared).int(edit.written).int(edit.changedCells).int(edit.conflicts.length)
      }
      return true
    },
  },
  transfer: {
    ids: (state) => state.outbox.keys(),
    hash: (hasher, state, id) =>
      present(state.outbox.get(id), ({ from, to, gates, ref, recalled, pos, traveller }) => {
        hasher
          .text(from)
          .text(to)
          .text(gates?.from ?? '')
          .text(gates?.to ?? '')
          .text(ref === null ? 'unasked' : `ref ${ref}`)
        for (const { key, value } of recalled) hasher.text(key).text(value)
        hashAgent(hasher, toAgent(traveller, pos))
        hashMemory(hasher, traveller.memory)
      }),
  },
  arrival: {
    ids: (state) => state.arrivals.keys(),
    hash: (hasher, state, id) => present(state.arrivals.get(id as Agent['id']), (journey) => hasher.int(journey)),
  },
  gates: {
    ids: () => ['all'],
    hash: (hasher, { closedGates }) => {
      for (const worldId of closedGates) hasher.text(worldId)
      return true
    },
  },
}

function hashMemory(hasher: Hasher, memory: Agent['memory']): void {
  hasher.lanes(sumOf(memory, (entry, key, value) => entry.text(key).text(value.value).int(value.expiresTick)))
}

function hashEditWork(hasher: Hasher, work: EditWork): void {
  switch (work.op) {
    case 'fill':
      hasher.word(work.block)
      break
    case 'replace':
      hasher.word(work.from).word(work.to)
      break
    case 'clone':
      hashVec(hashVec(hasher, work.box.min), work.box.max)
      break
    case 'paste':
      hashVec(hasher, work.to)
      break
    case 'undo':
      hasher.text(work.inverse.editId).text(work.onConflict).word(work.inverse.pieces.length)
      break
  }
}

function present<T>(part: T | undefined, feed: (part: T) => void): boolean {
  if (part === undefined) return false
  feed(part)
  return true
}

function hashVec(hasher: Hasher, [x, y, z]: Vec3): Hasher {
  return hasher.word(x).word(y).word(z)
}

function hashAgent(hasher: Hasher, agent: Agent): void {
  hasher.text(agent.name).word(agent.connected ? 1 : 0)
  hashVec(hasher, agent.pos).word(agent.yaw).word(agent.hp).word(agent.hunger).word(agent.staminaMilli)
  hasher.word(agent.breathTicks).word(agent.fallenBlocks).int(agent.cursor)
  hasher.int(agent.journeys).int(agent.switchAfterTick).int(agent.scoreSinceTick)
  if (agent.heldDoor !== null) hashVec(hasher.text('door'), agent.heldDoor)
  hashInventory(hasher, agent.inventory)
  const { trade, build, social, law } = agent.reputation
  hasher.word(trade).word(build).word(social).word(law)
  const { fun } = agent
  hasher
    .word(fun.novelty)
    .word(fun.creation)
    .word(fun.social)
    .word(fun.influence)
    .word(fun.narrative)
    .word(fun.risk_rescue)
  for (const biome of agent.seenBiomes) hasher.text(biome)
  for (const recipe of agent.seenRecipes) hasher.text(recipe)
  hasher.lanes(sumOf(agent.rates, (entry, kind, window) => entry.text(kind).int(window.startTick).word(window.count)))
  for (const muted of [...agent.mutes].sort(compareIds)) hasher.text(muted)
  hashMovement(hasher, agent.movement)
  hashWork(hasher, agent.work)
}

function hashMovement(hasher: Hasher, task: MovementTask | null): void {
  if (task === null) {
    hasher.word(0)
    return
  }
  hasher.text(task.taskId).text(task.kind).text(task.targetId)
  hashVec(hasher, task.target).word(task.want).word(task.startDistance).int(task.startTick)
  hasher.int(task.lastProgressTick).word(task.bestDistance).int(task.planAfterTick)
  hasher.word(task.surveyedTiles).word(task.path.length)
  for (const cell of task.path) hashVec(hasher, cell)
  if (task.goal !== null) hashVec(hasher, task.goal)
}

function hashWork(hasher: Hasher, task: WorkTask | null): void {
  if (task === null) {
    hasher.word(0)
    return
  }
  hasher.text(task.taskId).text(task.kind).int(task.startTick).word(task.workTicks)
  switch (task.kind) {
    case 'MINE':
      hashVec(hasher, task.at)
      break
    case 'GATHER':
    case 'OPEN':
      hasher.text(task.targetId)
      break
    case 'PLACE':
      hashVec(hasher.text(task.itemId), task.at)
      break
    case 'TRANSFER':
      hasher.text(task.source).text(task.destination).text(task.itemId).int(task.count)
      break
    case 'CRAFT':
    case 'SMELT':
      hasher.text(task.recipeId).int(task.count).int(task.made)
      break
    case 'BUILD_BLUEPRINT':
      hashVec(hasher.text(task.blueprintId), task.anchor).word(task.turns).word(task.next)
      hasher.word(task.held === null ? 0 : 1 + task.held.length)
      for (const stack of task.held ?? []) hasher.text(stack.item).int(stack.count)
      break
  }
}

function hashInventory(hasher: Hasher, inventory: Inventory): void {
  hasher.lanes(sumOf(inventory.counts, (entry, item, count) => entry.text(item).int(count)))
  if (inventory.wear.size > 0) hasher.lanes(sumOf(inventory.wear, (entry, item, wear) => entry.text(item).int(wear)))
}

/** A hash of a map that does not depend on the order its entries were put in. */
function sumOf<K extends string, V>(map: ReadonlyMap<K, V>, feed: (hasher: Hasher, key: K, value: V) => void): Lanes {
  const sum: Lanes = { lo: 0, hi: 0 }
  for (const [key, value] of map) {
    const hasher = new Hasher()
    feed(hasher, key, value)
    addLanes(sum, hasher.done())
  }
  return sum
}
