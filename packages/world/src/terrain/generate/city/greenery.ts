import { hash2, noise2 } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'
import type { FoundTree } from '../trees/draw-tree.js'
import { greatOak, oak, TREE_REACH, type TreeShape } from '../trees/shapes.js'
import { inLot, LOT_SIDE, lotKindAt, offAvenue, type Zone, zoneAt } from './plan.js'

const STREET_TREE_EVERY = 10
const WILD_SQUARE = 7
/** Trees keep this far from the arrival way, so that nobody starts in a tree top. */
const ARRIVAL_CLEAR = 7

const STREET: TreeShape = oak(5)
const PARK: readonly TreeShape[] = [oak(5), oak(6), greatOak(8)]

/** Finds the trees that reach into the column with this corner. */
export function findTrees(seed: number, x0: number, z0: number, groundY: number): FoundTree[] {
  const found: FoundTree[] = []
  for (let z = z0 - TREE_REACH; z <= z0 + 15 + TREE_REACH; z++) {
    for (let x = x0 - TREE_REACH; x <= x0 + 15 + TREE_REACH; x++) {
      const shape = treeAt(seed, x, z)
      if (shape !== undefined) found.push({ x, y: groundY + 1, z, shape })
    }
  }
  return found
}

function treeAt(seed: number, x: number, z: number): TreeShape | undefined {
  if (offSpawnLine(x, z) <= ARRIVAL_CLEAR) return undefined
  const zone: Zone = zoneAt(x, z)
  if (zone === 'walk') return isStreetTree(x, z) ? STREET : undefined
  if (zone === 'wild') return wildTree(seed, x, z)
  if (zone !== 'lot') return undefined
  const kind = lotKindAt(seed, x, z)
  const [lotX, lotZ] = [inLot(x), inLot(z)]
  const shape = PARK[hash2(seed + 5, x, z) % PARK.length]
  const middle = LOT_SIDE >> 1
  if (kind === 'park') return isParkTree(lotX - middle, lotZ - middle) ? shape : undefined
  const isCorner = (at: number): boolean => Math.abs(at - middle) === middle - 3
  return kind === 'square' && isCorner(lotX) && isCorner(lotZ) ? STREET : undefined
}

/** Between the lamps, on both sides of every avenue. */
function isStreetTree(x: number, z: number): boolean {
  const offX = Math.abs(offAvenue(x))
  const offZ = Math.abs(offAvenue(z))
  const half = STREET_TREE_EVERY >> 1
  const between = (value: number): boolean => Math.abs(value) % STREET_TREE_EVERY === half
  // The hall's roof comes close to its walks: no crowns beneath it.
  if (Math.abs(x) <= 20 && z >= -44 && z <= -10) return false
  return (offX === 3 && offZ > 6 && between(z)) || (offZ === 3 && offX > 6 && between(x))
}

/** Rows around the pond. */
function isParkTree(dx: number, dz: number): boolean {
  const [ax, az] = [Math.abs(dx), Math.abs(dz)]
  return ax >= 2 && az >= 2 && ax + az >= 12 && ax % 6 === 0 && az % 6 === 0 && Math.max(ax, az) <= 12
}

function wildTree(seed: number, x: number, z: number): TreeShape | undefined {
  const squareX = Math.floor(x / WILD_SQUARE)
  const squareZ = Math.floor(z / WILD_SQUARE)
  const draw = hash2(seed + 6, squareX, squareZ)
  if (x !== squareX * WILD_SQUARE + (draw % 5) || z !== squareZ * WILD_SQUARE + ((draw >>> 4) % 5)) return undefined
  const grove = noise2(seed + 7, x, z, 6)
  if (Math.abs(x) <= 4 || Math.abs(z) <= 4) return undefined
  return (draw >>> 8) % 100 < (grove > 700 ? 60 : 6) ? PARK[(draw >>> 16) % PARK.length] : undefined
}
