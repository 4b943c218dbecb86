import type { Vec3 } from '@clawstead/protocol'
import type { McpResourceTemplate } from '@clawstead/skills'
import { TILE_CELLS, TILE_PIXELS } from '../limits.js'
import { placeOf } from '../models/common.js'
import { NEVER_SEEN, SECTION_EDGE, type SeenSection } from '../perception/seen-map.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { drawMap } from './map-picture.js'
import { encodePng } from './png.js'
import { sceneOf } from './scene.js'

const WHOLE_NUMBER = /^(0|-?[1-9]\d{0,6})$/

type Tile = { readonly x: number; readonly z: number }

/** The map in tiles of a fixed grid, for clients that show it piece by piece and keep the pieces. */
export function mapTiles(sessions: Sessions): McpResourceTemplate {
  // Clients list resources as soon as they connect; nobody should join a world for that.
  const seenTiles = (identity: string): Tile[] => {
    const session = sessions.peek(identity)
    return session === undefined ? [] : tilesOf(session.seen.sections())
  }
  return {
    uriTemplate: 'map://tile/{x}/{z}',
    name: 'map tile',
    description: `Map of what I have seen, north up: tile x,z shows the ${TILE_CELLS} by ${TILE_CELLS} cells from (${TILE_CELLS}x, ${TILE_CELLS}z).`,
    mimeType: 'image/png',
    async read({ x = '', z = '' }, { caller, signal }) {
      if (!WHOLE_NUMBER.test(x) || !WHOLE_NUMBER.test(z)) return undefined
      const tile = { x: Number(x), z: Number(z) }
      return sessions.use(caller.identity, (session) => drawTile(session, tile, signal))
    },
    list: async ({ caller }) =>
      seenTiles(caller.identity).map(({ x, z }) => ({
        uri: `map://tile/${x}/${z}`,
        name: `map tile ${x},${z}`,
        description: `x ${x * TILE_CELLS} to ${x * TILE_CELLS + TILE_CELLS - 1}, z ${z * TILE_CELLS} to ${z * TILE_CELLS + TILE_CELLS - 1}`,
      })),
    async complete(variable, known, { caller }) {
      const tiles = seenTiles(caller.identity)
      if (variable === 'x') return unique(tiles.map(({ x }) => String(x)))
      if (variable !== 'z') return []
      const fitting = known.x === undefined ? tiles : tiles.filter(({ x }) => String(x) === known.x)
      return unique(fitting.map(({ z }) => String(z)))
    },
  }
}

/** Undefined when nothing of the tile was seen. */
async function drawTile(session: Session, tile: Tile, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const place = await placeOf(session)
  const sections = session.seen.sections()
  if (!tilesOf(sections).some(({ x, z }) => x === tile.x && z === tile.z)) return undefined
  const corner = { x: tile.x * TILE_CELLS, z: tile.z * TILE_CELLS }
  const half = TILE_CELLS / 2
  const { pos } = place.obs.self
  const middle: Vec3 = [corner.x + half, pos[1], corner.z + half]
  const { volume, marks } = sceneOf(place, sections, middle)
  const isHere = pos[0] >> TILE_BITS === tile.x && pos[2] >> TILE_BITS === tile.z
  const { canvas } = await drawMap({
    volume,
    corner,
    across: TILE_CELLS,
    sizePixels: TILE_PIXELS,
    ceiling: volume.layers.highest,
    level: pos[1],
    marks,
    signal,
    ...(isHere ? { self: { at: pos, yaw: place.obs.self.yaw } } : {}),
  })
  return encodePng(canvas)
}

const TILE_BITS = Math.log2(TILE_CELLS)
const SECTIONS_PER_TILE = TILE_CELLS / SECTION_EDGE

/** Tiles of which something was seen, by z, then x. */
function tilesOf(sections: readonly SeenSection[]): Tile[] {
  const tileByKey = new Map<string, Tile>()
  for (const { at, cells } of sections) {
    if (cells.every((id) => id === NEVER_SEEN)) continue
    const tile = { x: Math.floor(at[0] / SECTIONS_PER_TILE), z: Math.floor(at[2] / SECTIONS_PER_TILE) }
    tileByKey.set(`${tile.x},${tile.z}`, tile)
  }
  return Array.from(tileByKey.values()).sort((a, b) => a.z - b.z || a.x - b.x)
}

const unique = (values: readonly string[]): string[] => Array.from(new Set(values))
