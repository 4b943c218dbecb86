import { describe, expect, test } from 'vitest'
import { WorldDefinition, WorldsFile } from './worlds.js'

const plain = { id: 'PIT', boundary_r: 100, reset_every_ticks: 300 }

function refusals(schema: typeof WorldDefinition | typeof WorldsFile, data: unknown): string[] {
  return (schema.safeParse(data).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('one world', () => {
  test('[WLD1] [WLD2] a short entry is open, allows everything and is entered at the origin', () => {
    expect(WorldDefinition.parse(plain)).toEqual({
      ...plain,
      type: 'PIT',
      seed_offset: 0,
      reset_notice_ticks: 0,
      switch_cooldown_ticks: 0,
      entry_point_id: 'pit_entry',
      entry_points: [{ id: 'pit_entry', x: 0, z: 0, radius: 8, enabled: true }],
      requires_permit: false,
      allow_admin_reset: false,
      allow_claims: true,
      allow_mine: true,
      allow_place: true,
      allow_laws: true,
      allow_trade: true,
      allow_build: true,
      default_claim_type: 'HOMESTEAD',
    })
  })

  test('[WLD1] the entry point that is made has the name that was given', () => {
    const world = WorldDefinition.parse({ ...plain, entry_point_id: 'gate' })
    expect(world.entry_points).toEqual([{ id: 'gate', x: 0, z: 0, radius: 8, enabled: true }])
  })

  test('[WLD1] a single entry point is open, one of several may be closed, and no radius is below one', () => {
    const closed = { id: 'a', x: 1, z: 2, radius: -4, enabled: false }
    expect(WorldDefinition.parse({ ...plain, entry_points: [closed] }).entry_points).toEqual([
      { ...closed, radius: 1, enabled: true },
    ])
    const two = [{ id: 'b' }, closed]
    expect(WorldDefinition.parse({ ...plain, entry_points: two }).entry_points).toEqual([
      { id: 'b', x: 0, z: 0, radius: 8, enabled: true },
      { ...closed, radius: 1 },
    ])
  })

  test('[WLD2] one flag set means the others are meant to be off', () => {
    expect(WorldDefinition.parse({ ...plain, allow_mine: true })).toMatchObject({
      allow_claims: false,
      allow_mine: true,
      allow_place: false,
      allow_laws: false,
      allow_trade: false,
      allow_build: false,
    })
  })

  test('[WLD1] a world whose id is no type is an OVERWORLD, and a city claims as a city', () => {
    expect(WorldDefinition.parse({ ...plain, id: 'world_1' }).type).toBe('OVERWORLD')
    expect(WorldDefinition.parse({ ...plain, type: 'CITY_HUB' }).default_claim_type).toBe('CITY_CORE')
  })

  test.each([
    [{ boundary_r: 0 }, 'boundary_r: must be a whole number from 1 to 1000000, got 0'],
    [{ reset_every_ticks: 0 }, 'reset_every_ticks: must be a whole number from 1 to 2147483647, got 0'],
    [{ reset_notice_ticks: 300 }, 'reset_notice_ticks: must be less than reset_every_ticks (300), got 300'],
    [{ entry_points: [{ id: 'a' }, { id: 'a' }] }, 'entry_points.1.id: must be unique, "a" is also entry_points[0]'],
    [{ entry_points: [{ id: 'a', x: 101 }] }, 'entry_points.0: must lie within boundary_r (100), got x 101, z 0'],
    [{ entry_points: [{ id: 'a' }], entry_point_id: 'b' }, 'entry_point_id: must be one of the entry points, got "b"'],
    [{ allow_minig: true }, ': unknown key "allow_minig" (nearest: "allow_mine")'],
  ])('[WLD4] refuses %j', (fields, line) => {
    expect(refusals(WorldDefinition, { ...plain, ...fields })).toEqual([line])
  })
})

describe('a worlds file', () => {
  const file = {
    default_world_id: 'A',
    worlds: [
      { ...plain, id: 'A' },
      { ...plain, id: 'B' },
    ],
  }

  test('[WLD3] no routes means all of them', () => {
    expect(WorldsFile.parse(file).switch_routes).toEqual([
      { from_world: 'A', to_world: 'B', from_entry_id: 'a_entry', to_entry_id: 'b_entry', requires_permit: false },
      { from_world: 'B', to_world: 'A', from_entry_id: 'b_entry', to_entry_id: 'a_entry', requires_permit: false },
    ])
  })

  test('[WLD3] routes that are given are the only ones', () => {
    const route = { from_world: 'A', to_world: 'B', from_entry_id: 'a_entry', to_entry_id: 'b_entry' }
    expect(WorldsFile.parse({ ...file, switch_routes: [route] }).switch_routes).toEqual([
      { ...route, requires_permit: false },
    ])
  })

  const route = { from_world: 'A', to_world: 'B', from_entry_id: 'a_entry', to_entry_id: 'b_entry' }
  test.each([
    [{ default_world_id: 'C' }, 'default_world_id: unknown world "C" (nearest: "A")'],
    [{ worlds: [] }, 'worlds: must name at least one world'],
    [{ worlds: [...file.worlds, file.worlds[0]] }, 'worlds.2.id: must be unique, "A" is also worlds[0]'],
    [{ switch_routes: [{ ...route, to_world: 'MINE' }] }, 'switch_routes.0.to_world: unknown world "MINE"'],
    [
      { switch_routes: [{ ...route, from_entry_id: 'a_entri' }] },
      'switch_routes.0.from_entry_id: unknown entry point of A "a_entri" (nearest: "a_entry")',
    ],
    [
      { switch_routes: [{ ...route, to_world: 'A', to_entry_id: 'a_entry' }] },
      'switch_routes.0.to_world: must be another world than from_world',
    ],
  ])('[WLD4] refuses %j', (fields, line) => {
    expect(refusals(WorldsFile, { ...file, ...fields })).toEqual([line])
  })
})
