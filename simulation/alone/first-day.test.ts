import { agentId } from '@clawstead/protocol'
import { testWorld } from '@clawstead/world/testing'
import { expect, test } from 'vitest'
import { Body } from './body.js'
import { FirstDay } from './first-day.js'
import { Player } from './player.js'

/** The first night after arrival: it falls at three quarters of the day and ends at a quarter of the next. */
const DAY_TICKS = 6000
const DAWN = DAY_TICKS + DAY_TICKS / 4

/** A generated country each. */
const SEEDS = [1337, 1, 7, 9]

test.each(SEEDS)(
  '[STORY2] seed %i: alone from bare hands to an iron pickaxe, and through the night',
  (seed) => {
    const world = testWorld({ seed, tuning: { starter_items: {} } })
    const player = new Player(world, agentId(1), 'ada')
    expect(player.obs.inventory).toEqual([])
    const day = new FirstDay(new Body(player, world.config.catalog.blocks))

    day.toIron()
    expect(player.count('IRON_PICKAXE')).toBe(1)
    expect(player.obs.tick).toBeLessThan((3 * DAY_TICKS) / 4)

    day.restUntil(DAWN)
    expect(player.events.filter(({ type }) => type === 'RESPAWN')).toEqual([])
    const { hp, hunger, status } = player.obs.self
    expect([hp, hunger > 4, status]).toEqual([20, true, ['NONE']])
  },
  120_000,
)
