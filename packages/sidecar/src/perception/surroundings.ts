import type { Connection, Observation, VoxelCube } from '@clawstead/client'
import { cubeIndex, type Obs, type Vec3 } from '@clawstead/protocol'
import { type Reach, reachIn } from './geometry.js'
import type { SeenMap } from './seen-map.js'

/** What can be asked about the place an agent is in: what it sees now, and what it has seen. */
export type Surroundings = {
  readonly obs: Obs
  /** Block names by id. */
  readonly palette: readonly string[]
  readonly reach: Reach
  readonly worldHeight: number
  /** Block at a cell, seen now or earlier; undefined when never seen. */
  blockAt(at: Vec3): string | undefined
  /** Cells of the cube that is seen now, in no order. */
  visibleCells(): Iterable<{ readonly at: Vec3; readonly block: string }>
  /** Cells of a block, seen now or earlier. */
  cellsOf(blocks: ReadonlySet<string>): Iterable<{ readonly at: Vec3; readonly block: string }>
}

export function surroundingsOf(connection: Connection, observation: Observation, map: SeenMap): Surroundings {
  const data = connection.catalog('block_palette')?.data
  const palette = Array.isArray(data) ? data.map(String) : []
  const worldHeight = connection.welcome?.world_params.height ?? 0
  const nameOf = (id: number): string => palette[id] ?? `BLOCK_${id}`
  const { cube, obs } = observation
  return {
    obs,
    palette,
    reach: reachIn(worldHeight),
    worldHeight,
    blockAt(at) {
      // Most questions are about what is in sight, and need no look at the map.
      const id = cube === undefined ? map.idAt(at) : (idInCube(cube, at) ?? map.idAt(at))
      return id === undefined ? undefined : nameOf(id)
    },
    *visibleCells() {
      if (cube === undefined) return
      const { center, radius, cells } = cube
      for (let dy = -radius; dy <= radius; dy++)
        for (let dz = -radius; dz <= radius; dz++)
          for (let dx = -radius; dx <= radius; dx++) {
            const id = cells[cubeIndex(dx, dy, dz, radius)] ?? 0
            yield { at: [center[0] + dx, center[1] + dy, center[2] + dz], block: nameOf(id) }
          }
    },
    *cellsOf(blocks) {
      const ids = new Set(palette.flatMap((name, id) => (blocks.has(name) ? [id] : [])))
      for (const { at, id } of map.cellsOf(ids)) yield { at, block: nameOf(id) }
    },
  }
}

function idInCube({ center: [cx, cy, cz], radius, cells }: VoxelCube, [x, y, z]: Vec3): number | undefined {
  const [dx, dy, dz] = [x - cx, y - cy, z - cz]
  const isInside = Math.abs(dx) <= radius && Math.abs(dy) <= radius && Math.abs(dz) <= radius
  return isInside ? cells[cubeIndex(dx, dy, dz, radius)] : undefined
}
