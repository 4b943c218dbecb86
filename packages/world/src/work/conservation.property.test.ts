import type { BlockDefinition, Vec3 } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Inventory } from '../inventory.js'
import type { WorkTask } from '../state.js'
import { type Scenario, scenario } from '../testing/index.js'
import type { TickResult } from '../tick.js'

/*
 * Many hands do random things, and every item is accounted for: what is there after a tick is what was there before,
 * changed only by what the tick says it did: blocks set and broken, units made, food eaten, tools worn out.
 */

const NAMES = ['A', 'B', 'C', 'D'] as const
const RECIPES = ['plank_from_log', 'stick_from_plank', 'chest', 'wood_pickaxe', 'wood_shovel', 'torch', 'brick', 'door']
const ITEMS = [
  'PLANK',
  'STONE',
  'SAND',
  'CHEST',
  'DOOR',
  'TORCH',
  'SIGN',
  'SAPLING',
  'DIRT',
  'WOOD_AXE',
  'BERRY_BUSH',
  'LADDER',
]

type Wish =
  | { kind: 'mine' | 'place' | 'move'; at: Vec3; item: string }
  | { kind: 'gather' | 'transfer' | 'open'; pick: number; item: string; count: number; out: boolean }
  | { kind: 'craft'; recipe: string; count: number }
  | { kind: 'build'; at: Vec3; turns: number }
  | { kind: 'smelt' | 'eat' | 'cancel' }

const cell = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: -2, max: 3 }), fc.integer({ min: 0, max: 5 }))
const item = fc.constantFrom(...ITEMS)
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('mine'), at: cell, item }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('place', 'move'), at: cell, item }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('gather', 'transfer', 'open'),
      pick: fc.nat(50),
      item,
      count: fc.integer({ min: 1, max: 4 }),
      out: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('craft'),
      recipe: fc.constantFrom(...RECIPES),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('build'), at: cell, turns: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('smelt', 'eat', 'cancel') }) },
)
const step = fc.record({
  wishes: fc.record({ A: wish, B: wish, C: wish, D: wish }),
  ticks: fc.integer({ min: 1, max: 12 }),
})

test('[CONSERVE1] items are made and lost only by recipes, drop tables, placing, eating and wear', () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 40 })
  const books = fc.property(steps, fc.integer({ min: 1, max: 1000 }), (list, seed) => {
    const s = arena(seed)
    for (const { wishes, ticks } of list) {
      for (const name of NAMES) ask(s, name, wishes[name])
      for (let i = 0; i < ticks; i++) accountedTick(s)
    }
  })
  const { errorInstance, counterexample, seed } = fc.check(books, { numRuns: 25 })
  expect({ errorInstance, counterexample, seed }).toEqual({ errorInstance: null, counterexample: null, seed })
})

function arena(seed: number): Scenario {
  const s = scenario(
    `
    A . g g s s . .
    . . g g s v . .
    B c . b . f . D
    . d . . . . . .
    . . t . u . C .
    . . . . . . . .

    . . f . s v . .
    . . . h s s . .
    . . . . . . . .
    . . . . . . . .
    . . t . . . . .
  `,
    {
      seed,
      legend: {
        g: 'GRASS',
        s: 'SAND',
        v: 'GRAVEL',
        c: 'CHEST',
        d: 'CHEST',
        b: 'CRAFTING_BENCH',
        f: 'FURNACE',
        t: 'LOG',
        u: 'DIRT',
        h: 'BERRY_BUSH',
      },
    },
  )
  for (const name of NAMES) {
    for (const each of ITEMS) s.give(name, each, 6)
    s.give(name, 'IRON_ORE', 3)
    s.agent(name).inventory.wear.set('WOOD_AXE', 6 * 59)
  }
  s.tick()
  return s
}

function ask(s: Scenario, name: string, wanted: Wish): void {
  const [, ground] = s.at('A')
  const lift = ([x, y, z]: Vec3): Vec3 => [x, ground + y, z]
  const among = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]
  switch (wanted.kind) {
    case 'mine':
      return s.task(name, { type: 'MINE', block_pos: lift(wanted.at) })
    case 'place':
      return s.task(name, { type: 'PLACE', item_id: wanted.item, block_pos: lift(wanted.at) })
    case 'move':
      return s.task(name, { type: 'MOVE_TO', target: lift(wanted.at) })
    case 'gather':
      return s.task(name, {
        type: 'GATHER',
        target_id: among([...s.world.state.items.keys()], wanted.pick) ?? 'IT000000',
      })
    case 'open':
      return s.task(name, {
        type: 'OPEN',
        target_id: among([...s.world.state.containers.keys()], wanted.pick) ?? `CHEST@1,${ground},2`,
      })
    case 'transfer': {
      const chest = among([...s.world.state.containers.keys()], wanted.pick) ?? `CHEST@1,${ground},2`
      const [src_container, dst_container] = wanted.out ? [chest, 'SELF'] : ['SELF', chest]
      return s.task(name, { type: 'TRANSFER', src_container, dst_container, item_id: wanted.item, count: wanted.count })
    }
    case 'craft':
      return s.task(name, { type: 'CRAFT', recipe_id: wanted.recipe, count: wanted.count })
    case 'smelt':
      return s.task(name, { type: 'SMELT', item_id: 'IRON_ORE', count: 2 })
    case 'build':
      return s.task(name, {
        type: 'BUILD_BLUEPRINT',
        blueprint_id: 'stone_wall_segment',
        anchor: lift(wanted.at),
        rotation: wanted.turns,
      })
    case 'eat':
      return s.instant(name, { id: 'eat', type: 'EAT', item_id: 'BERRIES', count: 1 })
    case 'cancel':
      return s.act(name, { cancel: [s.agent(name).work?.taskId ?? 'T000000'] })
  }
}

/** One tick, and the books of it. */
function accountedTick(s: Scenario): void {
  const before = stockOf(s)
  const working = new Map(NAMES.map((name) => [name, copyWork(s.agent(name).work)]))
  const result = s.tick()
  const after = stockOf(s)
  const books = new Books()
  for (const name of NAMES) noteUnits(s, books, name, working.get(name) ?? null, result)
  noteEvents(books, result)
  noteBlocks(s, books, result)
  for (const id of new Set([...before.keys(), ...after.keys(), ...books.least.keys(), ...books.most.keys()])) {
    const change = (after.get(id) ?? 0) - (before.get(id) ?? 0)
    const [least, most] = [books.least.get(id) ?? 0, books.most.get(id) ?? 0]
    if (change >= least && change <= most) continue
    const events = JSON.stringify(result.events.map(({ event }) => event))
    throw new Error(`tick ${result.tick}: ${id} changed by ${change}, accounted for ${least}..${most}: ${events}`)
  }
  for (const inventory of inventories(s)) checkWear(s, inventory)
}

/** By how much each item may have become more or fewer. */
class Books {
  readonly least = new Map<string, number>()
  readonly most = new Map<string, number>()

  note(id: string, least: number, most = least): void {
    this.least.set(id, (this.least.get(id) ?? 0) + least)
    this.most.set(id, (this.most.get(id) ?? 0) + most)
  }
}

function noteUnits(s: Scenario, books: Books, name: string, was: WorkTask | null, { events }: TickResult): void {
  if (was === null || (was.kind !== 'CRAFT' && was.kind !== 'SMELT')) return
  const now = s.agent(name).work
  const goesOn = now !== null && now.taskId === was.taskId && now.kind === was.kind
  const isDone = events.some(({ event }) => event.type === 'TASK_DONE' && event.task_id === was.taskId)
  const units = goesOn ? now.made - was.made : isDone ? 1 : 0
  const recipe = s.world.content.recipes.get(was.recipeId)
  for (const stack of recipe?.inputs ?? []) books.note(stack.item, -stack.count * units)
  for (const stack of recipe?.outputs ?? []) books.note(stack.item, stack.count * units)
}

function noteEvents(books: Books, { events }: TickResult): void {
  for (const { event } of events) {
    if (event.type === 'ACTION_RESULT' && event.ref === 'eat' && event.ok) books.note('BERRIES', -1)
    if (event.type === 'TASK_DONE' && 'broken_tool' in event) books.note(event.broken_tool as string, -1)
  }
}

function noteBlocks(s: Scenario, books: Books, { changes }: TickResult): void {
  // Both halves of a door are one item.
  const share = (block: BlockDefinition): number => (block.door === null ? 1 : 0.5)
  for (const { from, to, reason } of changes) {
    const old = blockOf(s, from)
    const now = blockOf(s, to)
    if (reason === 'DOOR') continue
    if (reason === 'PLACE' || reason === 'BUILD_BLUEPRINT') books.note(itemOf(s, now.id), -share(now))
    if (reason === 'FALL' && now.id === 'AIR') continue
    for (const line of old.drops) {
      const isSure = line.chance_permille === 1000 && line.tool === undefined && old.min_tier === 0
      books.note(line.item, isSure ? line.count * share(old) : 0, line.count * share(old))
    }
  }
}

function blockOf(s: Scenario, id: number): BlockDefinition {
  const block = s.world.content.blocks[id]
  if (block === undefined) throw new Error(`no block has the number ${id}`)
  return block
}

function itemOf(s: Scenario, block: string): string {
  for (const { id, place_as } of s.world.content.items.values()) if (place_as === block) return id
  throw new Error(`nothing places ${block}`)
}

function stockOf(s: Scenario): Map<string, number> {
  const stock = new Map<string, number>()
  const count = (id: string, by: number): void => void stock.set(id, (stock.get(id) ?? 0) + by)
  for (const inventory of inventories(s)) for (const [id, by] of inventory.counts) count(id, by)
  for (const name of NAMES) {
    const { work } = s.agent(name)
    if (work?.kind === 'BUILD_BLUEPRINT') for (const stack of work.held ?? []) count(stack.item, stack.count)
  }
  return stock
}

function inventories(s: Scenario): Inventory[] {
  const { agents, containers, items } = s.world.state
  const lying = [...items.values()].map(({ item: id, count, wear }) => ({
    counts: new Map([[id, count]]),
    wear: new Map([[id, wear]]),
  }))
  return [
    ...[...agents.values()].map(({ inventory }) => inventory),
    ...[...containers.values()].map(({ inventory }) => inventory),
    ...lying,
  ]
}

/** No tool is worn beyond what it bears, and nothing is counted that is not there. */
function checkWear(s: Scenario, { counts, wear }: Inventory): void {
  for (const [id, count] of counts) if (count <= 0) throw new Error(`${count} of ${id} are kept`)
  for (const [id, worn] of wear) {
    const durability = s.world.content.items.get(id)?.durability ?? 1
    const bearable = (counts.get(id) ?? 0) * (durability - 1)
    if (worn > bearable) throw new Error(`${id} is worn by ${worn}, it bears ${bearable}`)
  }
}

function copyWork(work: WorkTask | null): WorkTask | null {
  return work === null ? null : { ...work }
}
