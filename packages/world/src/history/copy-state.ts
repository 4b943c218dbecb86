import { copyInventory } from '../inventory.js'
import { compareIds } from '../order.js'
import type { Agent, Container, MovementTask, WorldState } from '../state.js'
import type { RunningEdit } from './edit.js'

/**
 * A copy that shares nothing that will be written again. Maps come out sorted by id,
 * so a restored world goes through them exactly like the one it was saved from.
 */
export function copyState(state: WorldState): WorldState {
  return {
    tick: state.tick,
    seed: state.seed,
    season: state.season,
    agents: copyMap(state.agents, copyAgent, (a, b) => a.number - b.number),
    items: copyMap(state.items, (item) => ({ ...item })),
    containers: copyMap(state.containers, copyContainer),
    signs: copyMap(state.signs, (sign) => ({ ...sign })),
    boards: copyMap(state.boards, (board) => ({ ...board, posts: [...board.posts] })),
    unsettled: new Map(state.unsettled),
    edits: state.edits.map(copyEdit),
    // A journey is never written again once it has begun.
    outbox: new Map([...state.outbox].sort(([a], [b]) => compareIds(a, b))),
    arrivals: new Map([...state.arrivals].sort(([a], [b]) => compareIds(a, b))),
    closedGates: state.closedGates,
    counters: { ...state.counters },
    chain: state.chain,
  }
}

function copyMap<K, V extends { readonly id: string }>(
  map: ReadonlyMap<K, V>,
  copy: (value: V) => V,
  order: (a: V, b: V) => number = (a, b) => compareIds(a.id, b.id),
): Map<K, V> {
  return new Map([...map].sort(([, a], [, b]) => order(a, b)).map(([key, value]) => [key, copy(value)]))
}

export function copyAgent(agent: Agent): Agent {
  return {
    ...agent,
    inventory: copyInventory(agent.inventory),
    reputation: { ...agent.reputation },
    fun: { ...agent.fun },
    seenBiomes: [...agent.seenBiomes],
    seenRecipes: [...agent.seenRecipes],
    movement: agent.movement === null ? null : copyMovement(agent.movement),
    work: agent.work === null ? null : { ...agent.work },
    memory: new Map(agent.memory),
    rates: new Map([...agent.rates].map(([kind, window]) => [kind, { ...window }])),
    mutes: new Set(agent.mutes),
  }
}

function copyMovement(task: MovementTask): MovementTask {
  return { ...task, path: [...task.path] }
}

function copyContainer(container: Container): Container {
  return { ...container, inventory: copyInventory(container.inventory), reserved: [...container.reserved] }
}

/** Sections and sources are never written in place, so an edit's pieces may be shared. */
function copyEdit(edit: RunningEdit): RunningEdit {
  const { containers, signs, boards } = edit.removed
  return {
    ...edit,
    source: edit.source === null ? null : edit.source.slice(),
    done: [...edit.done],
    removed: { containers: [...containers], signs: [...signs], boards: [...boards] },
    conflicts: [...edit.conflicts],
  }
}
