import type { ItemStack } from './primitives.js'

/**
 * The stacks of an `offer` or `request`, sorted by item; undefined when there are none or one is malformed.
 * A pair is exactly an item name and a number; its fraction is cut and the rest must be above 0. Repeated items add up.
 */
export function readPairs(pairs: readonly (readonly unknown[])[] | undefined): readonly ItemStack[] | undefined {
  const countByItem = new Map<string, number>()
  for (const pair of pairs ?? []) {
    const [item, amount] = pair
    if (pair.length !== 2 || typeof item !== 'string' || item === '' || typeof amount !== 'number') return undefined
    const count = (countByItem.get(item) ?? 0) + Math.trunc(amount)
    if (Math.trunc(amount) <= 0 || !Number.isSafeInteger(count)) return undefined
    countByItem.set(item, count)
  }
  if (countByItem.size === 0) return undefined
  return [...countByItem].map(([item, count]) => ({ item, count })).sort((a, b) => (a.item < b.item ? -1 : 1))
}
