import type { InstantOf } from '@clawstead/protocol'
import { HP_MAX, HUNGER_MAX, STAMINA_MAX } from '../body/vitals.js'
import { countOf, take } from '../inventory.js'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import { explain } from '../work/explain.js'

/** What one point of a food's worth gives beside health. */
const HUNGER_PER_POINT = 2
const STAMINA_MILLI_PER_POINT = 50

/** Eat food from the inventory. What does not fit into the body is wasted. */
export const eat: InstantRule<InstantOf<'EAT'>> = {
  check(world, agent, { item_id = '', count = 1 }) {
    if (item_id === '') return refuse('E_BAD_REQUEST', 'missing item_id')
    const item = world.content.items.get(item_id)
    if (item === undefined) return refuse('E_INVALID_TARGET', 'unknown item')
    if (item.edible_hp === 0) return refuse('E_BAD_REQUEST', 'item not edible')
    const have = countOf(agent.inventory, item_id)
    const need = Math.max(1, count)
    return have < need ? explain(world, 'E_NO_RESOURCE', 'missing food', { need, have }) : OK
  },

  apply(tx, agent, { item_id = '', count = 1 }) {
    const eaten = Math.max(1, count)
    const points = eaten * (tx.world.content.items.get(item_id)?.edible_hp ?? 0)
    const body = tx.change(agent)
    take(body.inventory, item_id, eaten)
    body.hp = Math.min(HP_MAX, body.hp + points)
    body.hunger = Math.min(HUNGER_MAX, body.hunger + HUNGER_PER_POINT * points)
    body.staminaMilli = Math.min(STAMINA_MAX, body.staminaMilli + STAMINA_MILLI_PER_POINT * points)
    return ANSWER_OK
  },
}
