import { fractal2, noise2, noiseSeed, ONE, ramp, ridged2, scale, spline } from '../noise.js'
import { climateFreedom, liftContinent, mountainRelief } from './homeland.js'

/** Heights are counted in 1/256 of a block until the last moment, so that slopes come out even. */
export const BLOCK = 256

/** The slow properties of the land at one place, from which everything on the surface follows. */
export interface FieldSample {
  /** Height of the ground without small hills and rivers, above sea level. */
  base: number
  /** How strong small hills are, in 1/256 blocks. */
  roughness: number
  /** 0 in the middle of a river, growing to both sides. */
  river: number
  /** 0 on flat land, ONE in the heart of a mountain range. */
  mountain: number
  /** Below 0 at sea, above 0 inland. */
  continent: number
  temperature: number
  humidity: number
  /** Above 0 where caves may open to the sky. */
  mouth: number
  /** 0 along the line of a ravine, and large where there is none. */
  ravine: number
}

export type FieldName = keyof FieldSample

const SHORE = spline([
  [-2400, -34 * BLOCK],
  [-1200, -20 * BLOCK],
  [-500, -8 * BLOCK],
  [-160, -2 * BLOCK],
  [0, 1 * BLOCK],
  [160, 3 * BLOCK],
  [700, 6 * BLOCK],
  [1600, 11 * BLOCK],
  [2600, 16 * BLOCK],
])

const ROUGHNESS = spline([
  [-1400, 2 * BLOCK],
  [-300, 4 * BLOCK],
  [300, 9 * BLOCK],
  [1200, 15 * BLOCK],
])

const MOUNTAIN_RISE_BLOCKS = 45
const NO_RAVINE = ONE

/** Samples the slow fields of one world. */
export function createFields(seed: number): (x: number, z: number, out: FieldSample) => void {
  const salt = (n: number): number => noiseSeed(seed, n)
  const [warpX, warpZ, continentSeed, erosionSeed, ridgeSeed] = [salt(1), salt(2), salt(3), salt(4), salt(5)]
  const [temperatureSeed, humiditySeed, riverSeed, mouthSeed] = [salt(6), salt(7), salt(8), salt(9)]
  const [ravineSeed, ravineRegionSeed, swellSeed] = [salt(10), salt(11), salt(12)]

  return (x, z, out) => {
    // Bending the coordinates first turns round blobs into bays, spits and winding valleys.
    const bentX = x + scale(noise2(warpX, x, z, 7), 30)
    const bentZ = z + scale(noise2(warpZ, x, z, 7), 30)

    const continent = liftContinent(2 * fractal2(continentSeed, bentX, bentZ, 10, 5) + 350, x, z)
    const erosion = 2 * fractal2(erosionSeed, bentX, bentZ, 9, 3)
    const inland = ramp(continent, 250, 1100)
    const mountain = scale(scale(ramp(erosion, 100, 1900), inland), mountainRelief(x, z))
    const ridge = ridged2(ridgeSeed, bentX, bentZ, 8, 4)
    const crest = scale(ridge, ridge)
    const rise = mountain === 0 ? 0 : scale(mountain, 6 * BLOCK + scale(crest, MOUNTAIN_RISE_BLOCKS * BLOCK))

    out.continent = continent
    out.mountain = mountain
    out.base = SHORE(continent) + rise
    out.roughness = scale(ROUGHNESS(erosion), ramp(continent, -600, 500))
    out.base += scale(out.roughness, fractal2(swellSeed, x, z, 6, 2))
    out.temperature = scale(2 * fractal2(temperatureSeed, bentX, bentZ, 10, 4), climateFreedom(x, z))
    out.humidity = 2 * fractal2(humiditySeed, bentX, bentZ, 9, 3)
    const course = fractal2(riverSeed, bentX, bentZ, 9, 3)
    out.river = course < 0 ? -course : course
    out.mouth = noise2(mouthSeed, x, z, 6)
    const cleft = fractal2(ravineSeed, x, z, 8, 3)
    const inRegion = noise2(ravineRegionSeed, x, z, 8)
    // A ravine narrows to nothing towards the edge of its region.
    out.ravine = inRegion < 900 ? NO_RAVINE : (cleft < 0 ? -cleft : cleft) + (Math.max(0, 1700 - inRegion) >> 3)
  }
}
