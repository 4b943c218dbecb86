import type { Vec3 } from '@clawstead/protocol'
import { isReplaceable } from './block-facts.js'
import type { KnownBlueprint } from './catalogs.js'
import { offset } from './geometry.js'
import type { Surroundings } from './surroundings.js'

export type Site = {
  /** First and last cell of the box around the plan. */
  readonly box: readonly [Vec3, Vec3]
  /** Cells where something else stands. */
  readonly conflicts: readonly { readonly at: Vec3; readonly block: string }[]
  /** Cells that already hold the right block, by block; they cost nothing. */
  readonly standing: ReadonlyMap<string, number>
  /** Cells nobody has seen. */
  readonly unseen: number
}

/** What a plan meets where it would be built, as far as the place was seen. */
export function surveySite(place: Surroundings, plan: KnownBlueprint, anchor: Vec3, turns: number): Site {
  const conflicts: { at: Vec3; block: string }[] = []
  const standing = new Map<string, number>()
  let unseen = 0
  const cells = plan.blocks.map(({ pos, block }) => ({ at: offset(anchor, turned(pos, turns)), block }))
  for (const { at, block } of cells) {
    const found = place.blockAt(at)
    if (found === undefined) unseen += 1
    else if (found === block) standing.set(block, (standing.get(block) ?? 0) + 1)
    else if (!isReplaceable(found)) conflicts.push({ at, block: found })
  }
  // Solid blocks are not set into bodies, except in a world of height 1.
  const bodies = place.worldHeight === 1 ? [] : bodiesIn(place)
  for (const { at, who } of bodies) {
    if (cells.some((cell) => String(cell.at) === String(at))) conflicts.push({ at, block: `the body of ${who}` })
  }
  const edge = (choose: (...numbers: number[]) => number): Vec3 => [
    choose(...cells.map(({ at }) => at[0])),
    choose(...cells.map(({ at }) => at[1])),
    choose(...cells.map(({ at }) => at[2])),
  ]
  return { box: [edge(Math.min), edge(Math.max)], conflicts, standing, unseen }
}

function bodiesIn({ obs }: Surroundings): { readonly at: Vec3; readonly who: string }[] {
  const agents = obs.entities.filter(({ type, id }) => type === 'AGENT' && id !== obs.agent_id)
  const feet = [{ at: obs.self.pos, who: obs.agent_id }, ...agents.map(({ pos, id }) => ({ at: pos, who: id }))]
  return feet.flatMap(({ at, who }) => [
    { at, who },
    { at: offset(at, [0, 1, 0]), who },
  ])
}

/** An offset after quarter turns about the anchor, as the world turns plans. */
function turned([x, y, z]: Vec3, turns: number): Vec3 {
  if (turns === 1) return [z, y, -x]
  if (turns === 2) return [-x, y, -z]
  return turns === 3 ? [-z, y, x] : [x, y, z]
}
