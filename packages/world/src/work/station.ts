import type { Vec3 } from '@clawstead/protocol'
import type { World } from '../world.js'

/** How far from the feet a bench or a furnace may stand, in each direction. */
const STATION_RADIUS = 2

/** Whether a block of a station stands in the cube around a place. */
export function isStationNear(world: World, [px, py, pz]: Vec3, station: string): boolean {
  const { terrain, content } = world
  const low = Math.max(0, py - STATION_RADIUS)
  const high = Math.min(world.profile.height - 1, py + STATION_RADIUS)
  for (let x = px - STATION_RADIUS; x <= px + STATION_RADIUS; x++) {
    for (let z = pz - STATION_RADIUS; z <= pz + STATION_RADIUS; z++) {
      for (let y = low; y <= high; y++) {
        const block = terrain.blockAt(x, y, z)
        if (block !== 0 && content.blocks[block]?.station === station) return true
      }
    }
  }
  return false
}
