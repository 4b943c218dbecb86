import type { GameEvent, ItemStack, Vec3 } from '@clawstead/protocol'
import { compareIds } from '../order.js'
import type { Scenario } from '../testing/index.js'
import { Tx } from '../tx.js'

/** What lies in a cell, by item id. */
export function itemsAt(s: Scenario, at: Vec3): ItemStack[] {
  const stacks: ItemStack[] = []
  s.world.presence.items.near(at, 0, ({ item, count }) => {
    stacks.push({ item, count })
  })
  return stacks.sort((a, b) => compareIds(a.item, b.item))
}

/** The newest event an agent got. */
export function lastEvent(s: Scenario, name: string): GameEvent | undefined {
  return s.events(name).at(-1)
}

/** Keeps goods in a container for a contract. */
export function reserve(s: Scenario, containerId: string, stack: ItemStack): void {
  s.world.state.containers.get(containerId)?.reserved.push(stack)
  new Tx(s.world).touch('container', containerId)
}
