/**
 * What blocks do is not on the wire; servers only name them. These are the names of the standard content. A name that is
 * not here counts as solid, so a way through something unknown is never promised.
 */
const PASSABLE: ReadonlySet<string> = new Set([
  'AIR',
  'BERRY_BUSH',
  'BERRY_BUSH_BARE',
  'DOOR',
  'DOOR_OPEN',
  'FLOWER',
  'LADDER',
  'SAPLING',
  'SIGN',
  'TALL_GRASS',
  'TORCH',
  'WATER',
  'WHEAT_GROWING',
  'WHEAT_RIPE',
  'WHEAT_SEEDLING',
  'WILD_WHEAT',
  'WIRE',
])
const CARRIES: ReadonlySet<string> = new Set(['WATER', 'LADDER'])
const REPLACEABLE: ReadonlySet<string> = new Set(['AIR', 'WATER', 'TALL_GRASS', 'FLOWER', 'LAVA'])
/** Ground that is everywhere: worth a line, not a list of cells. */
const COMMON: ReadonlySet<string> = new Set([
  'BEDROCK',
  'DEEPSTONE',
  'DIRT',
  'GRASS',
  'SAND',
  'SANDSTONE',
  'SNOW',
  'STONE',
])

/** A body can be in it. Closed doors swing open for a walker. */
export const isPassable = (block: string): boolean => PASSABLE.has(block)
/** A body in it does not fall. */
export const isCarrying = (block: string): boolean => CARRIES.has(block)
/** A block may be set into it. */
export const isReplaceable = (block: string): boolean => REPLACEABLE.has(block)
export const isCommon = (block: string): boolean => COMMON.has(block)

type Source = { readonly blocks: readonly string[]; readonly tool?: string }

/** Where raw items come from that are not simply the block of the same name. */
const SOURCES: Readonly<Record<string, Source>> = {
  BERRIES: { blocks: ['BERRY_BUSH'] },
  COAL: { blocks: ['COAL_ORE'], tool: 'WOOD_PICKAXE' },
  COPPER_ORE: { blocks: ['COPPER_ORE'], tool: 'STONE_PICKAXE' },
  CRYSTAL_SHARD: { blocks: ['CRYSTAL_ORE'], tool: 'IRON_PICKAXE' },
  IRON_ORE: { blocks: ['IRON_ORE'], tool: 'STONE_PICKAXE' },
  SAPLING: { blocks: ['LEAVES'] },
  SEEDS: { blocks: ['TALL_GRASS', 'WILD_WHEAT'] },
  STONE: { blocks: ['STONE', 'DEEPSTONE'], tool: 'WOOD_PICKAXE' },
  WHEAT: { blocks: ['WILD_WHEAT', 'WHEAT_RIPE'] },
}

/** Blocks to mine for an item, and the least tool that gets it in a world with tools. */
export function sourceOf(item: string): Source {
  return SOURCES[item] ?? { blocks: [item] }
}
