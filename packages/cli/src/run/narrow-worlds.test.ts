import { loadCatalog } from '@clawstead/server'
import { expect, test } from 'vitest'
import { narrowWorlds } from './narrow-worlds.js'

const { worlds, tuning } = loadCatalog({ name: 'standard' })

test('[WORLD1] without a choice all worlds stay', () => {
  expect(narrowWorlds(worlds, { notes: [] }, tuning)).toBe(worlds)
})

test('[WORLD3] one of the worlds keeps its definition and loses its routes', () => {
  expect(narrowWorlds(worlds, { world: 'MINE_L1', notes: [] }, tuning)).toEqual({
    default_world_id: 'MINE_L1',
    worlds: worlds.worlds.filter(({ id }) => id === 'MINE_L1'),
    switch_routes: [],
  })
})

test('[WORLD3] a name the built-in worlds do not have makes a world of its own', () => {
  const single = narrowWorlds(worlds, { world: 'my_world', notes: [] }, tuning)
  expect(single).toEqual(narrowWorlds(worlds, { single: 'my_world', notes: [] }, tuning))
  expect(single).toEqual({
    default_world_id: 'my_world',
    worlds: [
      {
        id: 'my_world',
        type: 'OVERWORLD',
        seed_offset: 0,
        boundary_r: tuning.world_boundary_r,
        reset_every_ticks: tuning.season_length_ticks,
        reset_notice_ticks: 0,
        switch_cooldown_ticks: 0,
        entry_point_id: 'my_world_entry',
        entry_points: [{ id: 'my_world_entry', x: 0, z: 0, radius: 8, enabled: true }],
        requires_permit: false,
        allow_admin_reset: false,
        allow_claims: true,
        allow_mine: true,
        allow_place: true,
        allow_laws: true,
        allow_trade: true,
        allow_build: true,
        default_claim_type: 'HOMESTEAD',
      },
    ],
    switch_routes: [],
  })
})

test('[WORLD3] a name that differs in case only is refused', () => {
  expect(() => narrowWorlds(worlds, { world: 'city_hub', notes: [] }, tuning)).toThrow(
    'there is no world city_hub, but there is CITY_HUB: names are case sensitive',
  )
})

test('[WORLD3] a name a worlds file does not have is refused', () => {
  expect(() => narrowWorlds(worlds, { worldsFile: 'w.yaml', world: 'PIT', notes: [] }, tuning)).toThrow(
    'w.yaml has no world PIT; it has OVERWORLD, MINE_L1, MINE_L2, MINE_L3, CITY_HUB',
  )
})
