import { unknownName, type Vec3 } from '@clawstead/protocol'
import { defineSkill, type Skill, SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { PLAN_COUNT_MAX, TOOL_TIMEOUT_MS } from '../limits.js'
import { sourceOf } from '../perception/block-facts.js'
import { itemsOf, recipesOf } from '../perception/catalogs.js'
import { stepsBetween } from '../perception/geometry.js'
import { type CraftStep, planItem } from '../perception/recipe-plan.js'
import type { Surroundings } from '../perception/surroundings.js'
import { findWay, standableInColumn } from '../perception/way.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { Cell, carriedBy, Fields, placeOf, toCell, wholeWithin } from './common.js'

const STATION_REACH_CELLS = 2
const COLUMN_SEARCH_CELLS = 8

export function plan(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/plan',
    version: VERSION,
    author: AUTHOR,
    description:
      'How to `make` an item from what I have: tasks in order, what is missing and where to get it. Or whether I can walk to a cell (`go_to`), by what I have seen.',
    isReadOnly: true,
    input: z.object({
      make: z.string().optional().describe('item id'),
      count: wholeWithin(1, PLAN_COUNT_MAX).optional(),
      go_to: Cell.optional(),
    }),
    output: z.object({
      steps: z.array(Fields).optional(),
      missing: z.array(Fields).optional(),
      way: Fields.optional(),
      next: z.string(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run({ make, count = 1, go_to }, { caller }) {
      if ((make === undefined) === (go_to === undefined)) {
        throw new SkillError('bad_input', 'give either make or go_to', { next: 'Call again with one of the two.' })
      }
      return sessions.use(caller.identity, async (session) =>
        go_to === undefined ? planMaking(session, make ?? '', count) : planWay(await placeOf(session), toCell(go_to)),
      )
    },
  })
}

async function planMaking(session: Session, asked: string, count: number) {
  const { connection } = session
  const place = await placeOf(session)
  const [items, recipes] = await Promise.all([itemsOf(connection), recipesOf(connection)])
  const item = items.find((name) => name.toLowerCase() === asked.trim().toLowerCase())
  if (item === undefined) {
    throw new SkillError('bad_input', unknownName('item', asked, items), { next: 'voxelcraft_find the right name.' })
  }
  const stock = carriedBy(place)
  const first = planItem(recipes, stock, { item, count })
  const stations = stationsLacking(place, first.steps, stock)
  // Stations come first: what they take is planned together with the rest.
  const goals = [...stations.map((station) => ({ item: station, count: 1 })), { item, count }]
  const steps: object[] = []
  const missing = new Map<string, number>()
  const left = new Map(stock)
  for (const goal of goals) {
    const part = planItem(recipes, left, goal)
    for (const step of part.steps) steps.push(taskOf(step))
    for (const [raw, lacking] of part.missing) missing.set(raw, (missing.get(raw) ?? 0) + lacking)
    if (goal.item !== item) steps.push({ type: 'PLACE', item_id: goal.item })
    spend(left, part.steps, recipes, goal)
  }
  const rows = Array.from(missing, ([raw, lacking]) => missingRow(place, raw, lacking))
  return { steps: steps.map((step) => ({ ...step })), missing: rows, next: nextOf(steps, rows, item) }
}

/** What is left of the stock once a part of the plan is done. */
function spend(
  stock: Map<string, number>,
  steps: readonly CraftStep[],
  recipes: Awaited<ReturnType<typeof recipesOf>>,
  goal: { readonly item: string; readonly count: number },
): void {
  const change = (item: string, by: number): void => {
    stock.set(item, Math.max((stock.get(item) ?? 0) + by, 0))
  }
  for (const { recipe_id, times } of steps) {
    const recipe = recipes.find((one) => one.recipe_id === recipe_id)
    for (const { item, count } of recipe?.inputs ?? []) change(item, -count * times)
    for (const { item, count } of recipe?.outputs ?? []) change(item, count * times)
  }
  change(goal.item, -goal.count)
}

function taskOf({ recipe_id, station, times, uses, makes }: CraftStep): object {
  if (station === 'FURNACE') return { type: 'SMELT', item_id: uses[0], count: times, makes, near: 'FURNACE' }
  return { type: 'CRAFT', recipe_id, count: times, makes, ...(station === 'HAND' ? {} : { near: station }) }
}

/** Stations the plan needs that do not stand near; one that is carried only has to be placed. */
function stationsLacking(
  place: Surroundings,
  steps: readonly CraftStep[],
  stock: ReadonlyMap<string, number>,
): string[] {
  const needed = new Set(steps.flatMap(({ station }) => (station === 'HAND' ? [] : [station])))
  const isMissing = (station: string): boolean => needed.has(station) && !isNear(place, station)
  // A furnace that has to be made is made at a bench.
  if (isMissing('FURNACE') && !stock.has('FURNACE')) needed.add('CRAFTING_BENCH')
  return ['CRAFTING_BENCH', 'FURNACE'].filter(isMissing)
}

function isNear(place: Surroundings, block: string): boolean {
  const [x, y, z] = place.obs.self.pos
  for (const { at } of place.cellsOf(new Set([block]))) {
    const far = Math.max(Math.abs(at[0] - x), Math.abs(at[1] - y), Math.abs(at[2] - z))
    if (far <= STATION_REACH_CELLS) return true
  }
  return false
}

function missingRow(place: Surroundings, item: string, count: number): Record<string, unknown> {
  const { blocks, tool } = sourceOf(item)
  const feet = place.obs.self.pos
  let nearest: Vec3 | undefined
  for (const { at } of place.cellsOf(new Set(blocks))) {
    if (nearest === undefined || stepsBetween(feet, at) < stepsBetween(feet, nearest)) nearest = at
  }
  const isMinable = blocks.some((block) => place.palette.includes(block))
  return {
    item,
    count,
    ...(isMinable ? { mine: blocks } : {}),
    ...(isMinable && tool !== undefined && place.worldHeight !== 1 ? { needs_tool: tool } : {}),
    ...(nearest === undefined ? {} : { nearest }),
  }
}

function nextOf(steps: readonly object[], missing: readonly Record<string, unknown>[], item: string): string {
  if (steps.length === 0 && missing.length === 0) return `You carry enough ${item} already.`
  const [first] = missing
  if (first === undefined) return 'Everything is there: do the steps in order with voxelcraft_act_and_wait.'
  const where =
    first.nearest === undefined ? 'none was seen yet: walk on and look' : `nearest at ${JSON.stringify(first.nearest)}`
  return `Get ${String(first.count)} ${String(first.item)} first; ${where}.`
}

function planWay(place: Surroundings, target: Vec3) {
  const { pos } = place.obs.self
  const [x, y, z] = target
  const asked: Vec3 = [x, y === 0 || place.worldHeight === 1 ? pos[1] : y, z]
  const goal = place.worldHeight === 1 ? asked : (standableInColumn(place, asked, COLUMN_SEARCH_CELLS) ?? asked)
  const way = findWay(place, pos, goal)
  const told = {
    reachable: way.reachable,
    steps: way.steps,
    goal,
    ...(way.reachable === 'yes' ? {} : { nearest: way.nearest }),
    judged_by: 'cells seen so far',
  }
  return { way: told, next: wayAdvice(way.reachable, goal, way.nearest) }
}

function wayAdvice(reachable: 'yes' | 'no' | 'unknown', goal: Vec3, nearest: Vec3): string {
  if (reachable === 'yes') return `MOVE_TO ${JSON.stringify(goal)}.`
  const near = JSON.stringify(nearest)
  if (reachable === 'unknown') return `Part of the way was never seen: MOVE_TO ${near} and plan again from there.`
  return `No way leads there on foot: MOVE_TO ${near}, then dig or build on.`
}
