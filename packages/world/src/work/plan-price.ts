import type { Blueprint, ItemStack, Vec3 } from '@clawstead/protocol'
import type { Content } from '../content.js'
import { countOf, take } from '../inventory.js'
import { allows } from '../land/permission.js'
import { compareIds, manhattan } from '../order.js'
import { OK, refuse, type Verdict } from '../rule.js'
import type { Agent, Container } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'
import { availableIn } from './objects.js'

/** Which item makes a block, read from the content once per world. */
const itemByBlockByContent = new WeakMap<Content, ReadonlyMap<string, string>>()

/** The item that PLACE makes this block of; its namesake if there are several. */
export function itemFor(content: Content, block: string): string | undefined {
  let itemByBlock = itemByBlockByContent.get(content)
  if (itemByBlock === undefined) {
    const found = new Map<string, string>()
    for (const { id, place_as } of content.items.values()) {
      if (place_as !== null && (!found.has(place_as) || id === place_as)) found.set(place_as, id)
    }
    itemByBlock = found
    itemByBlockByContent.set(content, found)
  }
  return itemByBlock.get(block)
}

/** What a plan still costs when some of its blocks stand already, by item id. */
export function priceOf(content: Content, plan: Blueprint, standing: readonly string[]): ItemStack[] {
  const needed = new Map<string, number>()
  for (const { item, count } of plan.cost) needed.set(item, (needed.get(item) ?? 0) + count)
  for (const block of standing) {
    const item = itemFor(content, block)
    if (item !== undefined && needed.has(item)) needed.set(item, (needed.get(item) as number) - 1)
  }
  return [...needed]
    .filter(([, count]) => count > 0)
    .map(([item, count]) => ({ item, count }))
    .sort((a, b) => compareIds(a.item, b.item))
}

/** Where the price can come from, in the order it is taken: the agent, then chests near the anchor, nearest first. */
export function purses(world: World, agent: Agent, anchor: Vec3): readonly (Agent | Container)[] {
  const chests: Container[] = []
  const range = world.config.catalog.tuning.blueprint_auto_pull_range
  world.presence.containers.near(anchor, range, (container) => {
    const isStore = world.content.blocks[world.content.block(container.type)]?.station === null
    if (isStore && allows(world, agent, container.pos, 'withdraw')) chests.push(container)
  })
  chests.sort(
    (a, b) =>
      manhattan(a.pos, anchor) - manhattan(b.pos, anchor) ||
      a.pos[0] - b.pos[0] ||
      a.pos[1] - b.pos[1] ||
      a.pos[2] - b.pos[2] ||
      compareIds(a.type, b.type),
  )
  return [agent, ...chests]
}

/** Whether a price can be paid out of all purses together; names the first item that lacks. */
export function checkPrice(price: readonly ItemStack[], from: readonly (Agent | Container)[]): Verdict {
  for (const { item, count } of price) {
    const lacking = count - from.reduce((sum, purse) => sum + inPurse(purse, item), 0)
    if (lacking > 0) return refuse('E_NO_RESOURCE', `missing ${item} x${lacking}`)
  }
  return OK
}

/** Takes a price that can be paid. */
export function pay(tx: Tx, price: readonly ItemStack[], from: readonly (Agent | Container)[]): void {
  for (const { item, count } of price) {
    let due = count
    for (const purse of from) {
      const part = Math.min(due, inPurse(purse, item))
      if (part === 0) continue
      if (isContainer(purse)) tx.touch('container', purse.id)
      else tx.change(purse)
      take(purse.inventory, item, part)
      due -= part
    }
  }
}

function inPurse(purse: Agent | Container, item: string): number {
  return isContainer(purse) ? availableIn(purse, item) : countOf(purse.inventory, item)
}

function isContainer(purse: Agent | Container): purse is Container {
  return 'reserved' in purse
}
