import { nearestName, type Vec3 } from '@clawstead/protocol'
import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import { FIND_LIMIT_DEFAULT, FIND_LIMIT_MAX, TOOL_TIMEOUT_MS } from '../limits.js'
import { byCell } from '../perception/block-groups.js'
import { blocksOf, blueprintsOf, itemsOf, type KnownRecipe, recipesOf } from '../perception/catalogs.js'
import { labelled } from '../perception/event-view.js'
import { stepsBetween } from '../perception/geometry.js'
import type { Surroundings } from '../perception/surroundings.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { carriedBy, Fields, placeOf, Word, wholeWithin } from './common.js'

export function find(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/find',
    version: VERSION,
    author: AUTHOR,
    description:
      'By part of a name: blocks seen with nearest cells, items lying or carried, agents, containers, recipes that make or use it, blueprints.',
    isReadOnly: true,
    input: z.object({
      what: Word,
      limit: wholeWithin(1, FIND_LIMIT_MAX, 'per kind, default 5').optional(),
    }),
    output: z.object({
      blocks: z.array(Fields),
      things: z.array(Fields),
      recipes: z.array(Fields),
      carried: z.record(z.string(), z.int()),
      blueprints: z.array(z.string()),
      left_out: z.record(z.string(), z.int()),
      next: z.string().optional(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ what, limit = FIND_LIMIT_DEFAULT }, { caller }) =>
      sessions.use(caller.identity, (session) => search(session, what, limit)),
  })
}

async function search(session: Session, what: string, limit: number) {
  const { connection } = session
  const place = await placeOf(session)
  const [blocks, items, recipes, blueprints] = await Promise.all([
    blocksOf(connection),
    itemsOf(connection),
    recipesOf(connection),
    blueprintsOf(connection),
  ])
  const isMatch = matcher(what, [...blocks, ...items])
  const found = {
    blocks: blocksSeen(place, new Set(blocks.filter(isMatch)), limit),
    things: thingsSeen(place, isMatch),
    recipes: recipes.filter((recipe) => concerns(recipe, isMatch)).sort(byUse(isMatch)),
    blueprints: blueprints.map(({ id }) => id).filter(isMatch),
  }
  const carried = Array.from(carriedBy(place)).filter(([item]) => isMatch(item))
  const leftOut = Object.entries(found).flatMap(([kind, list]) =>
    list.length > limit ? [[kind, list.length - limit] as const] : [],
  )
  const next = adviceFor({ found, carried, what, names: [...blocks, ...items, ...blueprints.map(({ id }) => id)] })
  return {
    blocks: found.blocks.slice(0, limit),
    things: found.things.slice(0, limit),
    recipes: found.recipes.slice(0, limit).map((recipe) => ({ ...recipe })),
    carried: Object.fromEntries(carried),
    blueprints: found.blueprints.slice(0, limit),
    left_out: Object.fromEntries(leftOut),
    ...(next === undefined ? {} : { next }),
  }
}

/** An exact name means only that; anything else means every name it is part of. */
function matcher(what: string, names: readonly string[]): (name: string) => boolean {
  const wanted = what.toLowerCase().replace(/[\s-]+/g, '_')
  if (names.some((name) => name.toLowerCase() === wanted)) return (name) => name.toLowerCase() === wanted
  return (name) => name.toLowerCase().includes(wanted)
}

function blocksSeen(place: Surroundings, wanted: ReadonlySet<string>, limit: number): Record<string, unknown>[] {
  const feet = place.obs.self.pos
  const cellsByBlock = new Map<string, Vec3[]>()
  for (const { at, block } of place.cellsOf(wanted)) {
    if (block === 'AIR') continue
    const cells = cellsByBlock.get(block) ?? []
    cells.push(at)
    cellsByBlock.set(block, cells)
  }
  return Array.from(cellsByBlock, ([block, cells]) => {
    const sorted = cells.sort((a, b) => stepsBetween(feet, a) - stepsBetween(feet, b) || byCell(a, b))
    return {
      block,
      count: cells.length,
      cells: sorted.slice(0, limit),
      distance: sorted[0] === undefined ? 0 : stepsBetween(feet, sorted[0]),
    }
  }).sort((a, b) => a.distance - b.distance || (a.block < b.block ? -1 : 1))
}

function thingsSeen({ obs }: Surroundings, isMatch: (name: string) => boolean): Record<string, unknown>[] {
  return obs.entities
    .filter(({ id, type, item = '' }) => id !== obs.agent_id && [id, type, item].some(isMatch))
    .map(({ id, type, pos, item, count }) => ({
      id: labelled(id),
      type,
      at: pos,
      distance: stepsBetween(obs.self.pos, pos),
      ...(item === undefined ? {} : { item, count }),
    }))
    .sort((a, b) => a.distance - b.distance)
}

function concerns({ recipe_id, inputs, outputs }: KnownRecipe, isMatch: (name: string) => boolean): boolean {
  return isMatch(recipe_id) || [...inputs, ...outputs].some(({ item }) => isMatch(item))
}

/** What makes it comes before what uses it. */
function byUse(isMatch: (name: string) => boolean): (a: KnownRecipe, b: KnownRecipe) => number {
  const makes = ({ outputs }: KnownRecipe): number => (outputs.some(({ item }) => isMatch(item)) ? 0 : 1)
  return (a, b) => makes(a) - makes(b) || (a.recipe_id < b.recipe_id ? -1 : 1)
}

function adviceFor(search: {
  readonly found: Readonly<Record<string, readonly unknown[]>>
  readonly carried: readonly unknown[]
  readonly what: string
  readonly names: readonly string[]
}): string | undefined {
  const { found, carried, what, names } = search
  if (carried.length > 0 || Object.values(found).some((list) => list.length > 0)) return undefined
  const similar = nearestName(what, names)
  if (similar !== undefined) return `Nothing has that name. Did you mean ${similar}?`
  return 'Nothing of that name was seen or is in the catalogs. Walk on and look, or try part of the name.'
}
