import { z } from 'zod'
import { contentId, flag, listOf, oneOf, SETTING_TICKS_MAX, strictFields, title, whole } from './fields.js'

/** Families of tools; `none` means every hand works alike. */
const TOOL_FAMILIES = ['pickaxe', 'axe', 'shovel', 'none'] as const

/** How a block is drawn. For walking only `solid` counts: a solid slab or stair is stood on like a full cube. */
const BLOCK_SHAPES = [
  'none',
  'cube',
  'slab',
  'stairs',
  'fence',
  'door',
  'ladder',
  'plant',
  'torch',
  'sign',
  'flat',
  'fluid',
] as const

/** One line of a drop table. Each line is rolled on its own, so "2 or 3" is a sure 2 and a chance of 1 more. */
const BlockDrop = strictFields({
  item: contentId,
  count: whole(1, 64).default(1),
  chance_permille: whole(1, 1000).default(1000),
  /** Only when broken with a tool of this family. */
  tool: oneOf(['pickaxe', 'axe', 'shovel']).optional(),
})

const BlockFields = strictFields({
  id: contentId,
  title,
  /** Colour on maps and of the untextured block. */
  color: z.string().regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #7d7d7d, in lower case' }),
  /** Bodies cannot enter it and can stand on it. */
  solid: flag().default(true),
  breakable: flag().default(true),
  /** Permille of the ordinary breaking time, which is 10, 8, 6 or 4 ticks with tool tier 0, 1, 2 or 3. 0 breaks in one tick. */
  hardness: whole(0, 100_000).default(1000),
  /** Family of tool that is fast on it, and whose tier `min_tier` speaks of. */
  tool: oneOf(TOOL_FAMILIES).default('pickaxe'),
  /** Below this tier of tool the block breaks and drops nothing. 0 is the bare hand, 1 wood, 2 stone, 3 iron. */
  min_tier: whole(0, 3).default(0),
  drops: listOf(BlockDrop).default([]),
  /** What is left in the cell after breaking. */
  becomes: contentId.default('AIR'),
  /** Falls when nothing solid is below. */
  gravity: flag().default(false),
  climbable: flag().default(false),
  fluid: oneOf(['water', 'lava']).nullable().default(null),
  /** Another block may be placed straight into its cell, and a fluid may flow in. */
  replaceable: flag().default(false),
  shape: oneOf(BLOCK_SHAPES).default('cube'),
  /** Stops light and sight. Unless said, solid cubes do and everything else does not. */
  opaque: flag().optional(),
  /** Light it gives, 0 to 15. */
  light: whole(0, 15).default(0),
  /** Hurts a body inside it, or beside it when it is solid. */
  damage: strictFields({ kind: oneOf(['BURN', 'PRICK']), hp: whole(1, 20), every_ticks: whole(1, 1000) })
    .nullable()
    .default(null),
  door: strictFields({ is_open: flag(), toggles_to: contentId }).nullable().default(null),
  container: flag().default(false),
  station: oneOf(['CRAFTING_BENCH', 'FURNACE']).nullable().default(null),
  /** Blocks one of which must be below; without it the block breaks. Empty: stands anywhere. */
  needs_below: listOf(contentId).default([]),
  /** Turns into another block by itself after about this many ticks. `tree` grows a trunk of `into` with leaves. */
  grows: strictFields({
    into: contentId,
    after_ticks: whole(1, SETTING_TICKS_MAX),
    form: oneOf(['block', 'tree']).default('block'),
  })
    .nullable()
    .default(null),
  /** Vanishes when no block `without` is within this many blocks, as leaves do when the trunk is gone. */
  decays: strictFields({ without: contentId, within: whole(1, 16) })
    .nullable()
    .default(null),
  /** A slot kept for content that a running world defines. */
  reserved: flag().default(false),
})

/** What one kind of block is, with every default filled in. Its index in the catalog is its id on the wire. */
export const BlockDefinition = BlockFields.transform((block) => ({
  ...block,
  opaque: block.opaque ?? (block.solid && block.shape === 'cube'),
}))
export type BlockDefinition = z.infer<typeof BlockDefinition>

export const BlocksFile = strictFields({ blocks: listOf(BlockDefinition) })
