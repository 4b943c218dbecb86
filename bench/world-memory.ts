import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type AgentId, agentId } from '@clawstead/protocol'
import { agentsInIdOrder, createView, encodeObs, type Input, tick, type View, type World } from '@clawstead/world'
import { testWorld } from '@clawstead/world/testing'
import type { Bench } from './bench.js'
import { rounded } from './measure.js'

const SIDE_COLUMNS = 24
/** Patches of country far from each other, so that seas, hills and woods are all among them. */
const PATCHES = [
  [-12, -12],
  [60, 40],
  [-90, 100],
  [150, -120],
] as const
const AGENTS = 1000

/** Bytes in use after everything that can go has gone. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function loadPatches({ terrain }: World): number {
  let count = 0
  for (const [cx, cz] of PATCHES) {
    for (let i = 0; i < SIDE_COLUMNS ** 2; i++, count++) {
      terrain.columnAt(cx + (i % SIDE_COLUMNS), cz + Math.floor(i / SIDE_COLUMNS))
    }
  }
  return count
}

function evictAll({ terrain }: World): void {
  for (const { cx, cz } of terrain.loadedColumns()) terrain.evict(cx, cz)
}

/** Agents that have walked and worked a little; the ground they loaded is dropped again. */
function populate(world: World): void {
  const joins = Array.from(
    { length: AGENTS },
    (_, i): Input => ({ kind: 'join', agentId: agentId(i + 1), name: `bench${i}` }),
  )
  tick(world, joins)
  for (let i = 0; i < 20; i++) tick(world, [])
  evictAll(world)
}

function observeAll(world: World, views: Map<AgentId, View>): void {
  for (const { id } of agentsInIdOrder(world)) {
    const view = createView({ deltaVoxels: true })
    views.set(id, view)
    encodeObs(world, id, view, { protocolVersion: '1.1', events: [], eventsCursor: 0 })
  }
  evictAll(world)
}

const kilobytes = (bytes: number): number => rounded(bytes / 1024)

/** What stays in memory per column of ground and per agent. */
export const worldMemory: Bench = {
  name: 'world-memory',
  async run() {
    const world = testWorld({ seed: 7 })
    tick(world, [])
    // Once before measuring: caches that do not grow with the world are then filled.
    loadPatches(world)
    evictAll(world)
    const empty = usedBytes()
    const columns = loadPatches(world)
    const perColumn = kilobytes((usedBytes() - empty) / columns)
    evictAll(world)

    const crowded = testWorld({ seed: 7 })
    const before = usedBytes()
    populate(crowded)
    const perAgent = kilobytes((usedBytes() - before) / AGENTS)
    const views = new Map<AgentId, View>()
    const unseen = usedBytes()
    observeAll(crowded, views)
    const perView = kilobytes((usedBytes() - unseen) / views.size)
    return [
      {
        name: 'memory-column',
        unit: 'KB',
        value: perColumn,
        reach: 40,
        ok: perColumn < 40,
        note: `${columns} columns of overworld`,
      },
      { name: 'memory-agent', unit: 'KB', value: perAgent, reach: 10, ok: perAgent < 10, note: 'state and indexes' },
      {
        name: 'memory-agent-connected',
        unit: 'KB',
        value: rounded(perAgent + perView),
        reach: 10,
        ok: perAgent + perView < 10,
        note: 'with the view its observations are made from',
      },
    ]
  },
}
