import type { Vec3 } from '@clawstead/protocol'
import type { ItemEntity } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'

/** How long something lies around before it is gone: 20 minutes at five ticks a second. */
export const ITEM_TTL_TICKS = 6000

/** Lets items lie in a cell, together with what already lies there of the same kind. */
export function dropItem(tx: Tx, at: Vec3, item: string, count: number, wear = 0): void {
  if (count <= 0) return
  const expiresTick = tx.tick + ITEM_TTL_TICKS
  const lying = itemLyingAt(tx.world, at, item)
  if (lying === undefined) {
    tx.addItem({ item, count, wear, pos: at, expiresTick })
    return
  }
  lying.count += count
  lying.wear += wear
  lying.expiresTick = Math.max(lying.expiresTick, expiresTick)
  tx.touch('item', lying.id)
}

/** Puts two stacks of the same item into one. The older one stays, so the order of looking at them does not matter. */
export function mergeItems(tx: Tx, a: ItemEntity, b: ItemEntity): ItemEntity {
  const [kept, gone] = isOlder(a, b) ? [a, b] : [b, a]
  kept.count += gone.count
  kept.wear += gone.wear
  kept.expiresTick = Math.max(kept.expiresTick, gone.expiresTick)
  tx.touch('item', kept.id)
  tx.removeItem(gone)
  return kept
}

/** The oldest stack of an item in a cell, other than `except`. */
export function itemLyingAt(world: World, at: Vec3, item: string, except?: ItemEntity): ItemEntity | undefined {
  let found: ItemEntity | undefined
  world.presence.items.near(at, 0, (entity) => {
    if (entity.item !== item || entity === except) return
    if (found === undefined || isOlder(entity, found)) found = entity
  })
  return found
}

/** Ids count up and are padded, so a shorter one is older whatever its text. */
function isOlder(a: ItemEntity, b: ItemEntity): boolean {
  return a.id.length === b.id.length ? a.id < b.id : a.id.length < b.id.length
}
