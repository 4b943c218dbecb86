import type { Obs, Vec3 } from '@clawstead/protocol'
import type { SeenSection } from '../perception/seen-map.js'
import type { Surroundings } from '../perception/surroundings.js'
import { type Daylight, daylightAt } from './daylight.js'
import { type Mark, marksOf } from './marks.js'
import { SeenVolume } from './seen-volume.js'

/** One moment of an agent, with everything a picture of it needs. */
export type Scene = {
  readonly obs: Obs
  readonly volume: SeenVolume
  readonly marks: readonly Mark[]
  readonly daylight: Daylight
}

export function sceneOf(
  { obs, palette, worldHeight }: Pick<Surroundings, 'obs' | 'palette' | 'worldHeight'>,
  sections: readonly SeenSection[],
  center: Vec3 = obs.self.pos,
): Scene {
  return {
    obs,
    volume: new SeenVolume({ sections, palette, worldHeight, center }),
    marks: marksOf(obs),
    daylight: daylightAt(obs.world.time_of_day, obs.world.weather),
  }
}

/** Leaves and glass let one look up at the sky; they are no roof. */
const NO_ROOF: ReadonlySet<string> = new Set(['LEAVES', 'GLASS'])

/**
 * The highest layer a map should show. Under the open sky that is all there is; under a roof the map is cut above the head,
 * because the roof would be all it shows.
 */
export function ceilingAbove(
  volume: SeenVolume,
  [x, y, z]: Vec3,
): { readonly ceiling: number; readonly isCut: boolean } {
  const { highest } = volume.layers
  for (let above = y + 2; above <= highest; above++) {
    const look = volume.lookAt(x, above, z)
    if (look?.form === 'cube' && !NO_ROOF.has(look.block)) return { ceiling: y + 1, isCut: true }
  }
  return { ceiling: highest, isCut: false }
}
