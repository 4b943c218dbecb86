import { Obs, type Vec3 } from '@clawstead/protocol'
import { keyOf, reachIn } from '../perception/geometry.js'
import type { Surroundings } from '../perception/surroundings.js'

const BLOCK_BY_SIGN: Readonly<Record<string, string>> = {
  '.': 'AIR',
  '#': 'STONE',
  '~': 'WATER',
  H: 'LADDER',
  L: 'LOG',
  C: 'COAL_ORE',
  '!': 'LAVA',
  B: 'CRAFTING_BENCH',
}

export function makeObs(overrides: Readonly<Record<string, unknown>> = {}): Obs {
  return Obs.schema.parse({
    type: 'OBS',
    protocol_version: '1.1',
    tick: 7,
    agent_id: 'A1',
    world: { weather: 'CLEAR', biome: 'PLAINS' },
    voxels: { center: [0, 0, 0], radius: 0, encoding: 'RLE' },
    ...overrides,
    self: { pos: [0, 0, 0], hp: 20, hunger: 20, stamina: 1, ...(overrides.self as object | undefined) },
  }) as unknown as Obs
}

/**
 * A place from layers of text, lowest first: rows go along z, characters along x. A blank was never seen.
 */
export function placeFrom(
  layers: readonly string[],
  options: { readonly height?: number; readonly obs?: Readonly<Record<string, unknown>> } = {},
): Surroundings {
  const blockByCell = new Map<string, { readonly at: Vec3; readonly block: string }>()
  for (const [y, layer] of layers.entries())
    for (const [z, row] of layer.trim().split('\n').entries())
      for (const [x, sign] of Array.from(row.trim()).entries()) {
        const block = BLOCK_BY_SIGN[sign]
        if (block !== undefined) blockByCell.set(keyOf([x, y, z]), { at: [x, y, z], block })
      }
  const { height = 128 } = options
  const cells = Array.from(blockByCell.values())
  return {
    obs: makeObs(options.obs),
    palette: Object.values(BLOCK_BY_SIGN),
    reach: reachIn(height),
    worldHeight: height,
    blockAt: (at) => blockByCell.get(keyOf(at))?.block,
    visibleCells: () => cells,
    cellsOf: (blocks) => cells.filter(({ block }) => blocks.has(block)),
  }
}
