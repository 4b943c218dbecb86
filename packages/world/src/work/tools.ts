import type { BlockDefinition } from '@clawstead/protocol'
import type { Content } from '../content.js'
import { countOf, type Inventory } from '../inventory.js'
import { divCeil } from '../math/integer.js'
import type { World } from '../world.js'

export interface Tool {
  readonly item: string
  readonly family: string
  readonly tier: number
  /** Uses until it breaks; null never does. */
  readonly durability: number | null
}

type ToolFamily = BlockDefinition['tool']

/** The tools of each family, best first. Read from the content once per world. */
const toolsByContent = new WeakMap<Content, ReadonlyMap<string, readonly Tool[]>>()

/** The best tool for a kind of block among what is carried; nobody has to hold it. */
export function bestTool(content: Content, inventory: Inventory, family: ToolFamily): Tool | undefined {
  if (family === 'none') return undefined
  let tools = toolsByContent.get(content)
  if (tools === undefined) {
    tools = listTools(content)
    toolsByContent.set(content, tools)
  }
  return tools.get(family)?.find(({ item }) => countOf(inventory, item) > 0)
}

/** Ticks of work to break a block with a tool of this tier; at least one. */
export function ticksToBreak(world: World, block: BlockDefinition, tier: number): number {
  const { ticks, usesHardness } = world.profile.mining
  const base = ticks[tier] as number
  return usesHardness ? Math.max(1, divCeil(base * block.hardness, 1000)) : base
}

function listTools(content: Content): ReadonlyMap<string, readonly Tool[]> {
  const byFamily = new Map<string, Tool[]>()
  for (const { id, tool, durability } of content.items.values()) {
    if (tool === null) continue
    const family = byFamily.get(tool.family) ?? []
    family.push({ item: id, ...tool, durability })
    byFamily.set(tool.family, family)
  }
  // Items of equal tier stay in the order of the catalog, so everybody picks the same one.
  for (const family of byFamily.values()) family.sort((a, b) => b.tier - a.tier)
  return byFamily
}
