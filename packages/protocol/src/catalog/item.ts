import type { z } from 'zod'
import { contentId, flag, listOf, oneOf, strictFields, title, whole } from './fields.js'

const ITEM_KINDS = ['BLOCK', 'MATERIAL', 'FOOD', 'TOOL'] as const

/** What one kind of item is, with every default filled in. Stacks have no upper bound. */
export const ItemDefinition = strictFields({
  id: contentId,
  title,
  kind: oneOf(ITEM_KINDS),
  /** The block that PLACE makes of it; null cannot be placed. */
  place_as: contentId.nullable().default(null),
  /** Health one piece gives when eaten; only food has it. */
  edible_hp: whole(0, 20).default(0),
  tool: strictFields({ family: oneOf(['pickaxe', 'axe', 'shovel']), tier: whole(1, 3) })
    .nullable()
    .default(null),
  /** Blocks it breaks before it is used up; null never wears. */
  durability: whole(1, 100_000).nullable().default(null),
  /** What one piece counts for when a trade is judged fair. */
  trade_value: whole(0, 100_000).default(1),
  /** What one piece counts for, in thousandths, when wealth is compared. */
  wealth_permille: whole(0, 1_000_000).default(500),
  /** A slot kept for content that a running world defines. */
  reserved: flag().default(false),
}).superRefine((item, context) => {
  if ((item.kind === 'FOOD') !== item.edible_hp > 0) {
    context.addIssue({ code: 'custom', path: ['edible_hp'], message: 'must be above 0 for kind FOOD and only there' })
  }
  if ((item.kind === 'TOOL') !== (item.tool !== null)) {
    context.addIssue({ code: 'custom', path: ['tool'], message: 'must be given for kind TOOL and only there' })
  }
  if (item.kind === 'BLOCK' && item.place_as === null) {
    context.addIssue({ code: 'custom', path: ['place_as'], message: 'must be given for kind BLOCK' })
  }
  if (item.durability !== null && item.tool === null) {
    context.addIssue({ code: 'custom', path: ['durability'], message: 'must be null for what is not a tool' })
  }
})
export type ItemDefinition = z.infer<typeof ItemDefinition>

export const ItemsFile = strictFields({ items: listOf(ItemDefinition) })
