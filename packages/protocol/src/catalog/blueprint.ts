import { z } from 'zod'
import {
  CATALOG_ID_CHARACTERS_MAX,
  catalogStack,
  contentId,
  description,
  listOf,
  snakeId,
  strictFields,
  title,
  whole,
} from './fields.js'

/** Edge of the largest blueprint, and the most blocks one may have. */
export const BLUEPRINT_EDGE_BLOCKS_MAX = 128
export const BLUEPRINT_BLOCKS_MAX = 32_768

const offset = whole(-BLUEPRINT_EDGE_BLOCKS_MAX, BLUEPRINT_EDGE_BLOCKS_MAX)
const offsets = z.tuple([offset, offset, offset])

type Offsets = z.infer<typeof offsets>

const BlueprintFields = strictFields({
  id: snakeId,
  title: title.default('Untitled'),
  description: description.default('No description.'),
  author: z.string().min(1).max(CATALOG_ID_CHARACTERS_MAX),
  version: z.string().min(1).max(CATALOG_ID_CHARACTERS_MAX),
  /** First cell, and the cell after the last one. */
  aabb: z.tuple([offsets, offsets]),
  /** In the order of building: each one lies in the lowest layer or touches one named before it. */
  blocks: listOf(strictFields({ pos: offsets, block: contentId }))
    .min(1, { error: 'must name at least one block', abort: true })
    .max(BLUEPRINT_BLOCKS_MAX, { error: `must name at most ${BLUEPRINT_BLOCKS_MAX} blocks`, abort: true }),
  /** The items the blocks are made of. */
  cost: listOf(catalogStack),
})

/** Blocks around an anchor, in an order that can be built, with what they cost. */
export const Blueprint = BlueprintFields.superRefine((blueprint, context) => {
  const problems = [...misplaced(blueprint), ...wrongBox(blueprint), ...wrongCost(blueprint)]
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message })
})
export type Blueprint = z.infer<typeof Blueprint>

interface Problem {
  path: (string | number)[]
  message: string
}

const NEIGHBOURS: readonly Offsets[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

function misplaced({ blocks }: Pick<Blueprint, 'blocks'>): Problem[] {
  const problems: Problem[] = []
  const lowest = Math.min(...blocks.map(({ pos }) => pos[1]))
  const built = new Set<string>()
  for (const [index, { pos }] of blocks.entries()) {
    const path = ['blocks', index, 'pos']
    if (built.has(String(pos))) problems.push({ path, message: `must not name the cell [${String(pos)}] twice` })
    const [x, y, z] = pos
    const touches = NEIGHBOURS.some(([dx, dy, dz]) => built.has(String([x + dx, y + dy, z + dz])))
    if (y !== lowest && !touches) {
      problems.push({
        path,
        message: `must lie in the lowest layer or touch an earlier block, [${String(pos)}] does neither`,
      })
    }
    built.add(String(pos))
  }
  return problems
}

function wrongBox({ blocks, aabb }: Pick<Blueprint, 'blocks' | 'aabb'>): Problem[] {
  const axis = (index: 0 | 1 | 2) => blocks.map(({ pos }) => pos[index])
  const first = ([0, 1, 2] as const).map((index) => Math.min(...axis(index)))
  const end = ([0, 1, 2] as const).map((index) => Math.max(...axis(index)) + 1)
  if (String(aabb) === String([first, end])) return []
  return [{ path: ['aabb'], message: `must be [[${String(first)}],[${String(end)}]], the box around the blocks` }]
}

/** Which item makes which block is the catalog's knowledge; here the sums must agree. */
function wrongCost({ blocks, cost }: Pick<Blueprint, 'blocks' | 'cost'>): Problem[] {
  const paid = cost.reduce((sum, { count }) => sum + count, 0)
  if (paid === blocks.length) return []
  return [{ path: ['cost'], message: `must pay for the ${blocks.length} blocks, it pays for ${paid}` }]
}
