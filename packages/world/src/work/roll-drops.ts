import type { BlockDefinition, ItemStack, Vec3 } from '@clawstead/protocol'
import type { Rng } from '../math/rng.js'
import type { Tx } from '../tx.js'
import type { Tool } from './tools.js'

const ALWAYS_PERMILLE = 1000

/** Whether a tool, or the bare hand, is good enough for a block to leave something behind. */
export function yieldsTo(block: BlockDefinition, tool: Tool | undefined): boolean {
  return (tool?.tier ?? 0) >= block.min_tier
}

/** What a block leaves behind when it breaks. Each line of its table is rolled on its own. */
export function rollDrops(tx: Tx, at: Vec3, block: BlockDefinition, tool: Tool | undefined): ItemStack[] {
  if (!yieldsTo(block, tool)) return []
  // Most tables leave nothing to chance, so the dice are taken out only when a line asks for them.
  let rng: Rng | undefined
  const stacks: ItemStack[] = []
  for (const line of block.drops) {
    if (line.tool !== undefined && line.tool !== tool?.family) continue
    if (line.chance_permille < ALWAYS_PERMILLE) {
      rng ??= tx.rng('drop', `${block.id}@${at[0]},${at[1]},${at[2]}`)
      if (!rng.chance(line.chance_permille)) continue
    }
    stacks.push({ item: line.item, count: line.count })
  }
  return stacks
}
