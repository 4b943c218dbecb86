import type { AgentId, ItemStack, Vec3 } from '@clawstead/protocol'
import type { RunningEdit } from './history/edit.js'
import type { Inventory } from './inventory.js'
import type { Transfer } from './travel/transfer.js'

/**
 * All there is to a world beside its blocks. Plain data: a snapshot holds exactly this, and whatever is not here
 * may be thrown away and made again without changing what happens next.
 */
export interface WorldState {
  tick: number
  /** Where the ground grew from; the next one whenever a world is rebuilt. */
  seed: number
  /** Counted from 1. */
  season: number
  readonly agents: Map<AgentId, Agent>
  readonly items: Map<string, ItemEntity>
  /** Chests, furnaces and terminals by `TYPE@x,y,z`. */
  readonly containers: Map<string, Container>
  readonly signs: Map<string, Sign>
  readonly boards: Map<string, Board>
  /** Cells of sand and gravel that lost what carried them, as cell keys in the order they will fall. */
  readonly unsettled: Map<number, Vec3>
  /** Edits under way, in the order they were asked for. */
  readonly edits: RunningEdit[]
  /** Journeys that began here and are not known to have ended, by name. */
  readonly outbox: Map<string, Transfer>
  /** The last journey of each agent that ended here, wherever the agent is now. */
  readonly arrivals: Map<AgentId, number>
  /** Worlds that take nobody in for now, in byte order. */
  closedGates: readonly string[]
  readonly counters: Counters
  /** Ends the digest chain of the previous tick. */
  chain: string
}

/** The last number given out for each kind of id. */
export interface Counters {
  task: number
  item: number
  post: number
}

export interface Agent {
  readonly id: AgentId
  readonly number: number
  readonly name: string
  connected: boolean
  pos: Vec3
  yaw: number
  hp: number
  hunger: number
  staminaMilli: number
  /** Ticks of breath left; full on dry land. */
  breathTicks: number
  /** Cells fallen so far, 0 when something carries the body. */
  fallenBlocks: number
  /** Where the body stands in doors that it swung open, to be closed behind it. */
  heldDoor: Vec3 | null
  readonly inventory: Inventory
  readonly reputation: Reputation
  readonly fun: Fun
  readonly seenBiomes: string[]
  readonly seenRecipes: string[]
  movement: MovementTask | null
  work: WorkTask | null
  /** Events ever queued for this agent: the cursor of the last one. */
  cursor: number
  readonly memory: Map<string, MemoryEntry>
  readonly rates: Map<string, RateWindow>
  /** Agents whose chat this one does not want to hear. */
  readonly mutes: Set<string>
  /** How often it has gone to another world. */
  journeys: number
  /** The first tick in which it may do so again. */
  switchAfterTick: number
  /** Since when its fun score counts. */
  scoreSinceTick: number
}

export interface Reputation {
  trade: number
  build: number
  social: number
  law: number
}

export interface Fun {
  novelty: number
  creation: number
  social: number
  influence: number
  narrative: number
  risk_rescue: number
}

export interface MemoryEntry {
  readonly value: string
  /** Tick from which it is gone; 0 = never. */
  readonly expiresTick: number
}

export interface RateWindow {
  startTick: number
  count: number
}

/** A walk: MOVE_TO or FOLLOW. */
export interface MovementTask {
  readonly taskId: string
  readonly kind: 'MOVE_TO' | 'FOLLOW'
  /** Where to: the cell asked for, or where the followed one was last seen. */
  target: Vec3
  readonly targetId: string
  /** Manhattan distance at which it counts as there. */
  readonly want: number
  /** Distance when it began, for progress. */
  readonly startDistance: number
  readonly startTick: number
  /** Cells still to be stepped into, next first; empty = must plan. State, because a fresh plan may differ. */
  path: Vec3[]
  /** The cell the path leads to. */
  goal: Vec3 | null
  /** Tick of the last step that led somewhere new. */
  lastProgressTick: number
  /** Nearest remaining distance reached so far. */
  bestDistance: number
  /** Tick before which no new plan is tried. */
  planAfterTick: number
  /** Tiles that a plan which takes several ticks has been given so far. */
  surveyedTiles: number
}

/** Everything a pair of hands can be doing. */
export type WorkTask = {
  readonly taskId: string
  readonly startTick: number
  /** Ticks worked on the current unit. */
  workTicks: number
} & WorkDetail

export type WorkDetail =
  | { readonly kind: 'MINE'; readonly at: Vec3 }
  | { readonly kind: 'GATHER'; readonly targetId: string }
  | { readonly kind: 'PLACE'; readonly itemId: string; readonly at: Vec3 }
  | { readonly kind: 'OPEN'; readonly targetId: string }
  | {
      readonly kind: 'TRANSFER'
      readonly source: string
      readonly destination: string
      readonly itemId: string
      readonly count: number
    }
  | { readonly kind: 'CRAFT' | 'SMELT'; readonly recipeId: string; readonly count: number; made: number }
  | {
      readonly kind: 'BUILD_BLUEPRINT'
      readonly blueprintId: string
      readonly anchor: Vec3
      readonly turns: number
      /** Index of the block of the plan that comes next. */
      next: number
      /** What was paid and is not built in yet, by item id; null before the price was paid. */
      held: readonly ItemStack[] | null
    }

export interface ItemEntity {
  readonly id: string
  readonly item: string
  count: number
  wear: number
  pos: Vec3
  expiresTick: number
}

export interface Container {
  readonly id: string
  readonly type: string
  readonly pos: Vec3
  readonly inventory: Inventory
  /** Escrow that nobody may take out. */
  readonly reserved: ItemStack[]
}

export interface Sign {
  readonly id: string
  readonly pos: Vec3
  text: string
  updatedBy: string
  updatedTick: number
}

export interface Board {
  readonly id: string
  /** Null for a board that stands nowhere and is open to all. */
  readonly pos: Vec3 | null
  readonly posts: Post[]
}

export interface Post {
  readonly id: string
  readonly author: string
  readonly title: string
  readonly body: string
  readonly tick: number
}
