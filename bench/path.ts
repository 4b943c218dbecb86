import type { Vec3 } from '@clawstead/protocol'
import { findWay, type World } from '@clawstead/world'
import { testWorld } from '@clawstead/world/testing'
import type { Bench, BenchRow } from './bench.js'
import { rounded } from './measure.js'

const SEED = 1337
const DISTANCE_BLOCKS = 64
const PATHS = 300
const ROUNDS = 5
const REACH_MILLISECONDS = 2

interface Trip {
  readonly from: Vec3
  readonly to: Vec3
}

/** Trips of 64 blocks that start in the hills, a quarter of the circle apart, on ground one can stand on. */
function hillTrips(world: World): { ways: Trip[]; shut: Trip[] } {
  const ways: Trip[] = []
  const shut: Trip[] = []
  for (let i = 0; ways.length < PATHS && i < 40_000; i++) {
    const x = ((i * 7919) % 1201) - 600
    const z = ((i * 104_729) % 1201) - 600
    const biome = world.terrain.generator.biomeAt(x, z)
    if (biome !== 'HILLS' && biome !== 'MOUNTAINS') continue
    const from = findWay(world, [x, 70, z], [x, 70, z]).target
    const along = (i * 31) % (DISTANCE_BLOCKS + 1)
    const across = DISTANCE_BLOCKS - along
    const to: Vec3 = [x + (i & 1 ? along : -along), from[1], z + (i & 2 ? across : -across)]
    const { end } = findWay(world, from, to)
    if (end === 'there') ways.push({ from, to })
    else shut.push({ from, to })
  }
  return { ways, shut }
}

function time(world: World, trips: readonly Trip[]): Float64Array {
  const durations: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const { from, to } of trips) {
      const start = performance.now()
      findWay(world, from, to)
      durations.push(performance.now() - start)
    }
  }
  return Float64Array.from(durations).sort()
}

function row(name: string, sorted: Float64Array, note: string): BenchRow {
  const at = (share: number): number => rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { name, unit: 'ms', value: at(0.95), p50: at(0.5), p99: at(0.99), p999: at(0.999), note }
}

/** How long finding a way takes, over hills that are there already. */
export const path: Bench = {
  name: 'path',
  async run(): Promise<BenchRow[]> {
    const world = testWorld({ seed: SEED })
    const { ways, shut } = hillTrips(world)
    const found = row('path-64-hills', time(world, ways), `p95 of ${ways.length} ways of ${DISTANCE_BLOCKS} blocks`)
    const none = row(
      'path-64-no-way',
      time(world, shut.slice(0, PATHS)),
      `p95 of ${shut.length} goals that were proved or given up`,
    )
    return [{ ...found, reach: REACH_MILLISECONDS, ok: found.value <= REACH_MILLISECONDS }, none]
  },
}
