import type { Region, Tile } from './cut-tile.js'
import type { Corridor } from './search.js'
import { cellAt } from './stand-cells.js'

/** A tile of a route, and which of its regions belong to it. */
interface RouteTile {
  readonly tile: Tile
  readonly isAllowed: Uint8Array
}

/**
 * Lets a search into some regions only. Tiles beside them are not even looked at: perhaps nobody has cut them yet,
 * and for the cells of one tile after the other it is found only once.
 */
export function corridorOf(regions: readonly Region[]): Corridor {
  const tiles: RouteTile[] = []
  for (const { tile, index } of regions) {
    let known = tiles.find((other) => other.tile === tile)
    if (known === undefined) {
      known = { tile, isAllowed: new Uint8Array(tile.regions.length) }
      tiles.push(known)
    }
    known.isAllowed[index] = 1
  }
  let lastX = Number.NaN
  let lastZ = Number.NaN
  let last: RouteTile | undefined
  return (x, y, z) => {
    if (x >> 4 !== lastX || z >> 4 !== lastZ) {
      lastX = x >> 4
      lastZ = z >> 4
      last = tiles.find(({ tile }) => tile.cx === lastX && tile.cz === lastZ)
    }
    if (last === undefined) return false
    const cell = cellAt(last.tile, (x & 15) | ((z & 15) << 4), y)
    return cell !== -1 && last.isAllowed[last.tile.regionOf[cell] as number] === 1
  }
}
