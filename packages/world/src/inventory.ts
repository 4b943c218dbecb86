import type { ItemStack } from '@clawstead/protocol'
import { compareIds } from './order.js'

/**
 * What somebody or something holds: how many of each item, and how much the tools among them are worn.
 * Wear of a kind is counted in uses over all tools of that kind, so giving, merging and splitting never make a tool new.
 */
export interface Inventory {
  readonly counts: Map<string, number>
  readonly wear: Map<string, number>
}

export function createInventory(stacks: readonly ItemStack[] = []): Inventory {
  const inventory: Inventory = { counts: new Map(), wear: new Map() }
  for (const { item, count } of stacks) add(inventory, item, count)
  return inventory
}

export function countOf(inventory: Inventory, item: string): number {
  return inventory.counts.get(item) ?? 0
}

/** The first stack that is not there in full, with how many lack; stacks of the same item add up. */
export function missing(inventory: Inventory, stacks: readonly ItemStack[]): ItemStack | undefined {
  const needed = new Map<string, number>()
  for (const { item, count } of stacks) needed.set(item, (needed.get(item) ?? 0) + count)
  for (const [item, count] of needed) {
    const lacking = count - countOf(inventory, item)
    if (lacking > 0) return { item, count: lacking }
  }
  return undefined
}

export function add(inventory: Inventory, item: string, count: number, wear = 0): void {
  if (count > 0) inventory.counts.set(item, countOf(inventory, item) + count)
  if (wear > 0) inventory.wear.set(item, (inventory.wear.get(item) ?? 0) + wear)
}

/** Takes items that must be there; returns the wear that goes with them: all of it with the last one. */
export function take(inventory: Inventory, item: string, count: number): number {
  const left = countOf(inventory, item) - count
  if (left < 0) throw new Error(`took ${count} ${item} of ${left + count}`)
  if (left > 0) {
    inventory.counts.set(item, left)
    return 0
  }
  inventory.counts.delete(item)
  const wear = inventory.wear.get(item) ?? 0
  inventory.wear.delete(item)
  return wear
}

/** Sorted by item id, counts above zero: the form the wire and the digest use. */
export function toStacks(inventory: Inventory): ItemStack[] {
  const stacks: ItemStack[] = []
  for (const [item, count] of inventory.counts) stacks.push({ item, count })
  return stacks.sort((a, b) => compareIds(a.item, b.item))
}

export function copyInventory(inventory: Inventory): Inventory {
  return { counts: new Map(inventory.counts), wear: new Map(inventory.wear) }
}
