import type { Vec3 } from '@clawstead/protocol'
import { isCommon, isPassable } from './block-facts.js'
import { offset, SIDES, stepsBetween } from './geometry.js'
import type { Surroundings } from './surroundings.js'

export type BlockGroup = {
  readonly block: string
  readonly count: number
  /** Cells to act on, nearest first; those that open air touches come before buried ones. */
  readonly nearest: readonly Vec3[]
  /** Hands reach the first of them from here. */
  readonly in_reach?: true
  /** Something has to be dug away first to get at the first of them. */
  readonly buried?: true
}

type Found = { readonly at: Vec3; readonly distance: number }

const NEAREST_SHOWN = 3

/** The blocks in sight by kind: those somebody asked for, then what is rare and near, then plain ground. */
export function groupBlocks(place: Surroundings, interests: readonly string[]): BlockGroup[] {
  const feet = place.obs.self.pos
  const foundByBlock = new Map<string, Found[]>()
  for (const { at, block } of place.visibleCells()) {
    if (block === 'AIR') continue
    const found = foundByBlock.get(block)
    if (found === undefined) foundByBlock.set(block, [{ at, distance: stepsBetween(feet, at) }])
    else found.push({ at, distance: stepsBetween(feet, at) })
  }
  const groups = Array.from(foundByBlock, ([block, found]) => {
    const isPlain = isCommon(block) && !isWanted(block, interests)
    const { shown, isBuried } = nearestOf(place, found, isPlain ? 1 : NEAREST_SHOWN)
    return { block, count: found.length, shown, isBuried, rank: rankOf(block, isBuried, interests) }
  })
  groups.sort(
    (a, b) =>
      a.rank - b.rank || (a.shown[0]?.distance ?? 0) - (b.shown[0]?.distance ?? 0) || (a.block < b.block ? -1 : 1),
  )
  return groups.map(({ block, count, shown, isBuried }) => ({
    block,
    count,
    nearest: shown.map(({ at }) => at),
    ...(shown[0] !== undefined && place.reach.isWithin(feet, shown[0].at) ? { in_reach: true as const } : {}),
    ...(isBuried ? { buried: true as const } : {}),
  }))
}

/** The nearest cells that open air touches, filled up with the nearest buried ones. */
function nearestOf(place: Surroundings, found: Found[], wanted: number): { shown: Found[]; isBuried: boolean } {
  found.sort((a, b) => a.distance - b.distance || byCell(a.at, b.at))
  const open: Found[] = []
  for (const one of found) {
    if (open.length === wanted) break
    if (isOpen(place, one.at)) open.push(one)
  }
  const buried = open.length === wanted ? [] : found.filter((one) => !open.includes(one)).slice(0, wanted - open.length)
  return { shown: [...open, ...buried], isBuried: open.length === 0 }
}

/** Smaller comes first: asked for, rare and open, rare and buried, plain ground. */
function rankOf(block: string, isBuried: boolean, interests: readonly string[]): number {
  if (isWanted(block, interests)) return 0
  if (isCommon(block)) return 3
  return isBuried ? 2 : 1
}

export function isWanted(name: string, interests: readonly string[]): boolean {
  return interests.some((interest) => name.toLowerCase().includes(interest.toLowerCase()))
}

export function byCell(a: Vec3, b: Vec3): number {
  return a[1] - b[1] || a[2] - b[2] || a[0] - b[0]
}

/** A flat world is seen from above, so every cell is open there. */
function isOpen(place: Surroundings, at: Vec3): boolean {
  if (place.worldHeight === 1) return true
  return SIDES.some((side) => {
    const beside = place.blockAt(offset(at, side))
    return beside !== undefined && isPassable(beside)
  })
}
