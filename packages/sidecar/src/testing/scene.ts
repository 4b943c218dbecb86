import { cubeIndex, type Vec3 } from '@clawstead/protocol'
import { SeenMap } from '../perception/seen-map.js'
import { type Scene, sceneOf } from '../pictures/scene.js'
import { makeObs } from './place.js'

const PALETTE = ['AIR', 'STONE', 'GRASS', 'DIRT', 'WATER', 'LOG', 'LEAVES', 'TORCH', 'FLOWER', 'PLANK', 'ODD_THING']
const RADIUS = 7

export type BlockRule = (at: Vec3) => string

/** What an agent at a cell has seen of a world that a rule describes. */
export function sceneFrom(
  blockAt: BlockRule,
  options: {
    readonly feet: Vec3
    readonly worldHeight?: number
    /** Where it looked around before it came here. */
    readonly visited?: readonly Vec3[]
    readonly obs?: Readonly<Record<string, unknown>>
  },
): Scene {
  const { feet, worldHeight = 128, visited = [], obs = {} } = options
  const map = new SeenMap()
  for (const center of [...visited, feet]) {
    const cells = new Uint16Array((2 * RADIUS + 1) ** 3)
    for (let dy = -RADIUS; dy <= RADIUS; dy++)
      for (let dz = -RADIUS; dz <= RADIUS; dz++)
        for (let dx = -RADIUS; dx <= RADIUS; dx++) {
          const block = blockAt([center[0] + dx, center[1] + dy, center[2] + dz])
          cells[cubeIndex(dx, dy, dz, RADIUS)] = PALETTE.indexOf(block)
        }
    map.learn({ center, radius: RADIUS, cells, isCertain: true }, 'OVERWORLD')
  }
  const seen = makeObs({ ...obs, self: { pos: feet, yaw: 0, ...(obs.self as object | undefined) } })
  return sceneOf({ obs: seen, palette: PALETTE, worldHeight }, map.sections())
}
