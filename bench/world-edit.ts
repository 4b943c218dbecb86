import { type Edit, type EditOutcome, tick, type World } from '@clawstead/world'
import { testWorld } from '@clawstead/world/testing'
import type { Bench } from './bench.js'
import { rounded } from './measure.js'

/** Runs an edit to its end; milliseconds in all and of its longest tick. */
function timed(world: World, edit: Edit): { ms: number; longestMs: number; outcome: EditOutcome } {
  let ms = 0
  let longestMs = 0
  let outcome: EditOutcome | undefined
  for (let first = true; outcome === undefined; first = false) {
    const start = performance.now()
    outcome = tick(world, first ? [{ kind: 'edit', edit, by: 'bench' }] : []).edits[0]
    const took = performance.now() - start
    ms += took
    longestMs = Math.max(longestMs, took)
  }
  return { ms, longestMs, outcome }
}

const AT = [0, 8, 0] as const
const SIDE = 304

export const worldEdit: Bench = {
  name: 'world-edit',
  async run() {
    const world = testWorld({ generator: 'plain-1' })
    const box = { min: AT, max: [AT[0] + SIDE - 1, AT[1] + 111, AT[2] + SIDE - 1] as const }
    const cells = SIDE * 112 * SIDE
    for (let x = 0; x < SIDE; x += 16) for (let z = 0; z < SIDE; z += 16) world.terrain.columnAt(x >> 4, z >> 4)
    timed(world, {
      id: 'warm',
      label: '',
      op: 'fill',
      box: { min: [-64, 8, -64], max: [-1, 119, -1] },
      block: world.content.block('STONE'),
    })
    const fill = timed(world, { id: 'fill', label: '', op: 'fill', box, block: world.content.block('STONE') })
    const cellsOfPatch = new Uint16Array(cells)
    const mixed = ['STONE', 'DIRT', 'PLANK', 'GLASS', 'BRICK', 'SAND', 'LOG', 'AIR'].map((name) =>
      world.content.block(name),
    )
    for (let i = 0; i < cells; i++) cellsOfPatch[i] = mixed[Math.imul(i, 0x9e3779b1) >>> 29] as number
    const patch = {
      size: [SIDE, 112, SIDE] as const,
      cells: cellsOfPatch,
      contents: { containers: [], signs: [], boards: [] },
    }
    const paste = timed(world, { id: 'paste', label: '', op: 'paste', patch, to: AT })
    const replace = timed(world, {
      id: 'replace',
      label: '',
      op: 'replace',
      box,
      from: mixed[0] as number,
      to: mixed[1] as number,
    })
    const rate = (ms: number): number => rounded(cells / ms / 1000)
    const longest = rounded(Math.max(fill.longestMs, paste.longestMs, replace.longestMs))
    return [
      { name: 'edit-fill', unit: 'M blocks/s', value: rate(fill.ms), reach: 25, ok: rate(fill.ms) >= 25 },
      { name: 'edit-paste', unit: 'M blocks/s', value: rate(paste.ms), reach: 5, ok: rate(paste.ms) >= 5 },
      { name: 'edit-replace', unit: 'M blocks/s', value: rate(replace.ms), reach: 5, ok: rate(replace.ms) >= 5 },
      {
        name: 'edit-longest-tick',
        unit: 'ms',
        value: longest,
        reach: 50,
        ok: longest < 50,
        note: `${cells} blocks each`,
      },
    ]
  },
}
