import type { Content } from '../content.js'
import { add, countOf, type Inventory, take } from '../inventory.js'

/**
 * Takes items that must be there, and answers the wear that goes with them. Tools that stay behind keep
 * the wear they can bear, one use short of breaking each; only the rest moves, so parting a stack repairs nothing.
 */
export function takeWorn(content: Content, inventory: Inventory, item: string, count: number): number {
  const wearOfLast = take(inventory, item, count)
  const durability = content.items.get(item)?.durability ?? null
  const left = countOf(inventory, item)
  if (durability === null || left === 0) return wearOfLast
  const bearable = left * (durability - 1)
  const excess = (inventory.wear.get(item) ?? 0) - bearable
  if (excess <= 0) return 0
  inventory.wear.set(item, bearable)
  return excess
}

/** Moves items that must be there from one inventory to another, worn as they are. */
export function moveItems(content: Content, from: Inventory, to: Inventory, item: string, count: number): void {
  add(to, item, count, takeWorn(content, from, item, count))
}

/** Wears the tools of one kind by one use. Answers whether one of them broke. */
export function wearTool(inventory: Inventory, item: string, durability: number): boolean {
  const wear = (inventory.wear.get(item) ?? 0) + 1
  if (wear < durability) {
    inventory.wear.set(item, wear)
    return false
  }
  const rest = wear - durability
  take(inventory, item, 1)
  if (rest > 0 && countOf(inventory, item) > 0) inventory.wear.set(item, rest)
  else inventory.wear.delete(item)
  return true
}
