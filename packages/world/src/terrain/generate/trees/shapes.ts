/** A tree without its place: a trunk of some blocks and leaves around it, counted from the cell above the ground. */
export interface TreeShape {
  readonly trunk: number
  /** dx, dy, dz of each leaf, one after another. */
  readonly leaves: Int8Array
}

/** How far leaves reach from the trunk. The surface must be known this far beyond a column. */
export const TREE_REACH = 3

/** A round crown on a short trunk. */
export function oak(trunk: number): TreeShape {
  return crown(trunk, [
    [trunk - 2, 5],
    [trunk - 1, 5],
    [trunk, 2],
    [trunk + 1, 1],
  ])
}

/** A wide old tree that stands out of its forest. */
export function greatOak(trunk: number): TreeShape {
  return crown(trunk, [
    [trunk - 4, 5],
    [trunk - 3, 10],
    [trunk - 2, 10],
    [trunk - 1, 8],
    [trunk, 5],
    [trunk + 1, 2],
  ])
}

/** A slender tree with a small crown. */
export function birch(trunk: number): TreeShape {
  return crown(trunk, [
    [trunk - 3, 2],
    [trunk - 2, 4],
    [trunk - 1, 2],
    [trunk, 2],
    [trunk + 1, 0],
  ])
}

/** Tiers of branches, narrower towards the tip. */
export function spruce(trunk: number): TreeShape {
  const tiers: [number, number][] = []
  for (let y = 2; y < trunk - 1; y++) tiers.push([y, (trunk - y) % 2 === 0 ? 5 : 1])
  tiers.push([trunk - 1, 2], [trunk, 1], [trunk + 1, 0])
  return crown(trunk, tiers)
}

/** Leaves in layers, each a disc of a squared radius. */
function crown(trunk: number, layers: readonly (readonly [y: number, squaredRadius: number])[]): TreeShape {
  const leaves: number[] = []
  for (const [y, squaredRadius] of layers) {
    for (let dz = -TREE_REACH; dz <= TREE_REACH; dz++) {
      for (let dx = -TREE_REACH; dx <= TREE_REACH; dx++) {
        const isTrunk = dx === 0 && dz === 0 && y < trunk
        if (!isTrunk && dx * dx + dz * dz <= squaredRadius) leaves.push(dx, y, dz)
      }
    }
  }
  return { trunk, leaves: Int8Array.from(leaves) }
}
