import { type AgentId, agentId, decodeClientFrame } from '@clawstead/protocol'
import {
  type Agent,
  agentsInIdOrder,
  createView,
  encodeObs,
  type Input,
  restore,
  save,
  type TickResult,
  tick,
  type View,
  type World,
} from '@clawstead/world'
import { heavyTick, testCatalog, testWorld } from '@clawstead/world/testing'
import { type Chance, createChance } from './chance.js'
import { Editor } from './editor.js'
import { wishesOf } from './wishes.js'

export interface MixedRunOptions {
  readonly seed: number
  readonly agents: number
  readonly ticks: number
  /** Which of the five worlds; left out, the overworld. */
  readonly world?: string
  /** The flat profile instead of the standard one. */
  readonly flat?: boolean
  /** Other ground than the world is born with. */
  readonly generator?: string
  /** Share of the loaded columns dropped after each tick. Never changes what happens. */
  readonly evictPermille?: number
  /** Dice of the evictions; they are not the run's, so that two runs differ in nothing else. */
  readonly evictSeed?: number
  /** Save, restore and compare at every tick. */
  readonly heavy?: boolean
  /** Ticks after which the run goes on with a restored copy of its world. */
  readonly restoreAt?: readonly number[]
  /** Makes an observation for every agent at every so many ticks: looking must change nothing. */
  readonly observeEvery?: number
  readonly onTick?: (tick: number, digest: string) => void
  /** Shown the world after each tick, to look for what must not be. */
  readonly onWorld?: (world: World) => void
}

export interface MixedRunResult {
  /** Chained, so it speaks for every tick of the run. */
  readonly digest: string
  readonly agents: number
  /** How often each thing happened, to tell a lively run from a standstill. */
  readonly counts: ReadonlyMap<string, number>
}

/** Enough to do a little of everything at once. */
const KIT = {
  PLANK: 60,
  STONE: 40,
  BERRIES: 12,
  LOG: 12,
  SAND: 20,
  GRAVEL: 10,
  CHEST: 3,
  SIGN: 3,
  BULLETIN_BOARD: 1,
  FURNACE: 1,
  CRAFTING_BENCH: 1,
  LADDER: 6,
  DOOR: 2,
  TORCH: 6,
  COAL: 12,
  IRON_ORE: 4,
  STONE_PICKAXE: 1,
  WOOD_SHOVEL: 1,
}

const ACT_PERMILLE = 150
const EDIT_PERMILLE = 60
const LEAVE_PERMILLE = 30
/** How often somebody asks for the world to be rebuilt; only mines are. */
const RESET_PERMILLE = 8
/** Who comes later than the first tick: one of so many. */
const LATECOMERS = 4

/** A whole world with everybody in it doing everything at once, for so many ticks. */
export function mixedRun(options: MixedRunOptions): MixedRunResult {
  const chance = createChance(options.seed)
  const evictions = createChance(options.evictSeed ?? 1)
  const editor = new Editor(createChance(options.seed + 1))
  const counts = new Map<string, number>()
  const views = new Map<AgentId, View>()
  let world = bornWorld(options)
  let digest = ''
  for (let now = 0; now < options.ticks; now++) {
    if (options.restoreAt?.includes(now)) world = restored(world)
    const inputs = [...arrivals(world, options), ...comings(world, chance), ...acts(world, chance)]
    const edit = editOf(world, editor, chance)
    if (edit !== undefined) inputs.push(edit)
    if (chance.permille(RESET_PERMILLE)) inputs.push({ kind: 'reset', by: 'operator' })
    const result = options.heavy ? heavyTick(world, inputs) : tick(world, inputs)
    digest = result.digest
    for (const outcome of result.edits) editor.learn(outcome)
    note(counts, inputs, result)
    options.onTick?.(now, digest)
    options.onWorld?.(world)
    if (options.observeEvery !== undefined && now % options.observeEvery === 0) observeAll(world, views)
    if (options.evictPermille !== undefined) evict(world, evictions, options.evictPermille)
  }
  return { digest, agents: world.state.agents.size, counts }
}

function bornWorld({ seed, world = 'OVERWORLD', flat = false, generator }: MixedRunOptions): World {
  const { catalog } = testCatalog(flat ? 'flat' : 'standard')
  const known = Object.entries(KIT).filter(([item]) => catalog.items.some(({ id }) => id === item))
  const tuning = { starter_items: Object.fromEntries(known) }
  return testWorld({ seed, world, flat, tuning, ...(generator === undefined ? {} : { generator }) })
}

/** A world that has been through a snapshot's plain form, as if written to a disk and read again. */
function restored(world: World): World {
  return restore(world.config, structuredClone(save(world)))
}

/** Most are there from the first tick, the rest comes one by one. */
function arrivals(world: World, { agents, ticks }: MixedRunOptions): Input[] {
  const there = world.state.agents.size
  const early = agents - Math.floor(agents / LATECOMERS)
  const every = Math.max(1, Math.floor(ticks / 2 / Math.max(1, agents - early)))
  const wanted = there < early ? early : there < agents && world.state.tick % every === 0 ? there + 1 : there
  const inputs: Input[] = []
  for (let n = there + 1; n <= wanted; n++) inputs.push({ kind: 'join', agentId: agentId(n), name: `bot${n}` })
  return inputs
}

function comings(world: World, chance: Chance): Input[] {
  const agents = agentsInIdOrder(world)
  if (agents.length === 0 || !chance.permille(LEAVE_PERMILLE)) return []
  const { id, connected } = chance.pick(agents)
  return [{ kind: connected ? 'detach' : 'attach', agentId: id }]
}

function acts(world: World, chance: Chance): Input[] {
  const inputs: Input[] = []
  for (const agent of agentsInIdOrder(world)) {
    if (agent.connected && chance.permille(ACT_PERMILLE)) inputs.push(actOf(world, agent, chance))
  }
  return inputs
}

/** Goes through the decoder, as whatever an agent sends does. */
function actOf(world: World, agent: Agent, chance: Chance): Input {
  const { instants, tasks, cancel } = wishesOf(world, agent, chance)
  const numbered = <T extends object>(list: readonly T[]): object[] => list.map((wish, i) => ({ id: `w${i}`, ...wish }))
  const stale = chance.permille(5) ? 10 : 0
  const frame = {
    type: 'ACT',
    protocol_version: '1.1',
    tick: Math.max(0, world.state.tick - stale),
    agent_id: agent.id,
    act_id: `${agent.id}-${world.state.tick}`,
    instants: numbered(instants),
    tasks: numbered(tasks),
    cancel,
  }
  const decoded = decodeClientFrame(JSON.stringify(frame))
  if (!decoded.ok || decoded.value.type !== 'ACT') throw new Error(`a bot wrote a bad act: ${JSON.stringify(decoded)}`)
  return { kind: 'act', agentId: agent.id, act: decoded.value, additions: true }
}

function editOf(world: World, editor: Editor, chance: Chance): Input | undefined {
  const agents = agentsInIdOrder(world)
  if (agents.length === 0 || !chance.permille(EDIT_PERMILLE)) return undefined
  return { kind: 'edit', edit: editor.next(world, chance.pick(agents)), by: 'operator' }
}

function observeAll(world: World, views: Map<AgentId, View>): void {
  for (const { id, cursor } of agentsInIdOrder(world)) {
    let view = views.get(id)
    if (view === undefined) {
      view = createView({ deltaVoxels: true })
      views.set(id, view)
    }
    encodeObs(world, id, view, { protocolVersion: '1.1', events: [], eventsCursor: cursor })
  }
}

function evict(world: World, chance: Chance, permille: number): void {
  for (const { cx, cz } of world.terrain.loadedColumns()) if (chance.permille(permille)) world.terrain.evict(cx, cz)
}

function note(counts: Map<string, number>, inputs: readonly Input[], result: TickResult): void {
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const { kind } of inputs) count(`input ${kind}`)
  for (const { ok } of result.edits) count(ok ? 'edit done' : 'edit refused')
  for (const { event } of result.events) {
    if (event.type === 'ACTION_RESULT') count(event.ok ? 'action accepted' : `action refused ${event.code}`)
    else if (event.type === 'TASK_DONE') count(`done ${event.kind}`)
    else if (event.type === 'TASK_FAIL') count(`failed ${event.code}`)
    else count(`event ${event.type}`)
  }
}
