import { clamp } from '../../../math/integer.js'
import { noise2, noiseSeed, ONE, ramp, scale } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'
import { BEACH, chooseBiome, DESERT, RIVER, SEA } from './biome.js'
import { BLOCK, createFields, type FieldName, type FieldSample } from './fields.js'
import { liftGround, padWeight, riverFreedom } from './homeland.js'

/** Cells known beyond each edge of the column, so that a tree rooted next door can reach in. */
export const MARGIN = 4
export const SIDE = 16 + 2 * MARGIN

const STEP = 4
const LATTICE = SIDE / STEP + 1
const FIELDS = [
  'base',
  'roughness',
  'river',
  'mountain',
  'continent',
  'temperature',
  'humidity',
  'mouth',
  'ravine',
] as const satisfies readonly FieldName[]

const CHANNEL = 46
const VALLEY = 330
const RIVER_BED_BLOCKS = 4
/** No mountain reaches closer to the top of the world than this. */
const HEADROOM_BLOCKS = 10
const GROUND_MIN = 8
/** The ground is whole this close to the line on which agents start. */
const WHOLE_BLOCKS = 14
const PAD_ABOVE_SEA_MIN = 2
const PAD_ABOVE_SEA_MAX = 8

/**
 * The surface of one column and a margin around it. Index of a cell: (x + MARGIN) + SIDE (z + MARGIN), with x
 * and z counted from the column's corner. Made anew in place for each column.
 */
export class Surface {
  /** y of the highest solid cell. */
  readonly ground = new Int16Array(SIDE * SIDE)
  /** Index into BIOME. */
  readonly biome = new Uint8Array(SIDE * SIDE)
  readonly mouth = new Int16Array(SIDE * SIDE)
  readonly ravine = new Int16Array(SIDE * SIDE)
  readonly padY: number
  x0 = 0
  z0 = 0

  private readonly lattice = emptyFields(LATTICE * LATTICE)
  private readonly field = emptyFields(SIDE * SIDE)
  private readonly sample: (x: number, z: number, out: FieldSample) => void
  private readonly detailSeed: number
  private readonly point: FieldSample = {
    base: 0,
    roughness: 0,
    river: 0,
    mountain: 0,
    continent: 0,
    temperature: 0,
    humidity: 0,
    mouth: 0,
    ravine: 0,
  }

  constructor(
    seed: number,
    readonly seaLevel: number,
    readonly height: number,
  ) {
    this.sample = createFields(seed)
    this.detailSeed = noiseSeed(seed, 20)
    this.sample(0, 0, this.point)
    this.padY = clamp(
      seaLevel + Math.floor(this.point.base / BLOCK),
      seaLevel + PAD_ABOVE_SEA_MIN,
      seaLevel + PAD_ABOVE_SEA_MAX,
    )
  }

  get temperature(): Int32Array {
    return this.field.temperature
  }

  get humidity(): Int32Array {
    return this.field.humidity
  }

  /** Works out the column with this corner. */
  measure(x0: number, z0: number): void {
    this.x0 = x0
    this.z0 = z0
    this.sampleLattice()
    for (const name of FIELDS) spread(this.lattice[name], this.field[name])
    for (let i = 0; i < SIDE * SIDE; i++) this.settle(i)
  }

  private sampleLattice(): void {
    const { point, lattice } = this
    for (let j = 0; j < LATTICE; j++) {
      for (let i = 0; i < LATTICE; i++) {
        this.sample(this.x0 - MARGIN + i * STEP, this.z0 - MARGIN + j * STEP, point)
        for (const name of FIELDS) lattice[name][i + LATTICE * j] = point[name]
      }
    }
  }

  /** Height and biome of one cell from the fields around it. */
  private settle(i: number): void {
    const { field } = this
    const x = this.x0 - MARGIN + (i % SIDE)
    const z = this.z0 - MARGIN + ((i / SIDE) | 0)
    const mountain = field.mountain[i] as number
    const roughness = field.roughness[i] as number
    const detail = noise2(this.detailSeed, x, z, 4) * 2 + noise2(this.detailSeed + 1, x, z, 3)
    const detailStrength = (roughness >> 2) + scale(mountain, 5 * BLOCK)
    let high = (field.base[i] as number) + scale(scale(detail, 1400), detailStrength)

    high = liftGround(high, x, z)
    const course = field.river[i] as number
    const uncarved = high
    if (course < VALLEY) high = carveRiver(high, course, riverFreedom(x, z))
    const isRiver = course < CHANNEL * 2 && high < uncarved

    const weight = padWeight(x, z)
    if (weight > 0) high += scale((this.padY - this.seaLevel) * BLOCK + BLOCK / 2 - high, weight)

    const ground = clamp(this.seaLevel + (high >> 8), GROUND_MIN, this.height - HEADROOM_BLOCKS)
    // The same small noise frays the borders between climates.
    const fray = detail >> 5
    this.ground[i] = ground
    // Nobody starts at the bottom of a hole.
    const isWhole = weight > 0 || offSpawnLine(x, z) < WHOLE_BLOCKS
    this.mouth[i] = isWhole ? -ONE : (field.mouth[i] as number)
    this.ravine[i] = isWhole ? ONE : (field.ravine[i] as number)
    this.biome[i] = chooseBiome(
      ground - this.seaLevel,
      isRiver,
      mountain,
      roughness,
      field.continent[i] as number,
      (field.temperature[i] as number) + fray,
      (field.humidity[i] as number) - fray,
    )
  }

  /** Whether the ground is earth: neither sand, which would fall into a cave mouth, nor the bed of a water. */
  isSoil(i: number): boolean {
    const biome = this.biome[i] as number
    return biome !== DESERT && biome !== BEACH && biome !== RIVER && biome !== SEA
  }
}

/** Lowers the ground to a bed in the middle of a river and to a gentle valley beside it. */
function carveRiver(high: number, course: number, freedom: number): number {
  const bed = -RIVER_BED_BLOCKS * BLOCK
  if (high <= bed) return high
  // Rivers rise at the foot of the mountains; the crests above stay whole.
  const strength = scale(freedom, ONE - ramp(high, 18 * BLOCK, 34 * BLOCK))
  const bank = ramp(course, 0, CHANNEL * 2)
  const valley = ramp(course, CHANNEL, VALLEY)
  const shore = 2 * BLOCK
  const inChannel = bed + scale(shore - bed, bank)
  const carved =
    course < CHANNEL * 2 ? Math.min(high, inChannel) : high > shore ? shore + scale(high - shore, valley) : high
  const floor = course < CHANNEL * 2 ? carved : Math.max(carved, Math.min(high, shore))
  return high + scale(floor - high, strength)
}

function emptyFields(size: number): Record<FieldName, Int32Array> {
  return Object.fromEntries(FIELDS.map((name) => [name, new Int32Array(size)])) as Record<FieldName, Int32Array>
}

/** Fills every cell from the lattice around it, in straight lines. */
function spread(lattice: Int32Array, values: Int32Array): void {
  let i = 0
  for (let z = 0; z < SIDE; z++) {
    const row = (z >> 2) * LATTICE
    const fz = z & 3
    for (let cell = 0; cell < LATTICE - 1; cell++) {
      const a = lattice[row + cell] as number
      const b = lattice[row + cell + 1] as number
      const c = lattice[row + LATTICE + cell] as number
      const d = lattice[row + LATTICE + cell + 1] as number
      const left = a * (4 - fz) + c * fz
      const right = b * (4 - fz) + d * fz
      values[i] = left >> 2
      values[i + 1] = (left * 3 + right) >> 4
      values[i + 2] = (left + right) >> 3
      values[i + 3] = (left + right * 3) >> 4
      i += 4
    }
  }
}
