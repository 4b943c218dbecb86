import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCatalog } from './load-catalog.js'
import { type CatalogCopy, copyCatalogs, fixturePath, refusalOf } from './testing.js'

describe('tuning', () => {
  const tuned = (tuning: string | object, name = 'flat') => loadCatalog({ name, tuning }).tuning
  const refusal = (tuning: string | object) => refusalOf(() => tuned(tuning))

  test('[TUN1] a file changes what it names and nothing else', () => {
    const { tuning: defaults } = loadCatalog({ name: 'flat' })
    expect(tuned(fixturePath('tuning-partial.yaml'))).toEqual({
      ...defaults,
      tick_rate_hz: 20,
      tick_duration_ms: 50,
      law_vote_ticks: 60,
      rate_limits: { ...defaults.rate_limits, say_max: 1000, post_board_window_ticks: 50 },
      claim_maintenance_cost: { COAL: 1, IRON_INGOT: 1, GLASS: 1 },
      starter_items: { PLANK: 200, COAL: 10, STONE: 20, BERRIES: 10, BATTERY: 5 },
    })
  })

  test('[TUN1] null takes a row out of a table', () => {
    expect(tuned({ starter_items: { STONE: null, COAL: null } }).starter_items).toEqual({ PLANK: 20, BERRIES: 10 })
    expect(refusal({ claim_maintenance_cost: { COAL: null, IRON_INGOT: null } })).toEqual([
      'tuning: claim_maintenance_cost: must name at least one item',
    ])
  })

  test('[TUN1] zero is a value, not a missing one', () => {
    expect(tuned({ worldgen: { spawn_clear_radius: 0, sprinkle_log_permille: 0 } }).worldgen).toMatchObject({
      spawn_clear_radius: 0,
      sprinkle_log_permille: 0,
      sprinkle_stone_permille: 12,
    })
  })

  test('[TUN1] an empty file names nothing', () => {
    const copy = copyCatalogs()
    const path = copy.write('empty.yaml', '# nothing yet\n')
    expect(tuned(path)).toEqual(loadCatalog({ name: 'flat' }).tuning)
    copy.remove()
  })

  test('[TUN2] one of rate and duration gives the other', () => {
    expect(tuned({ tick_rate_hz: 50 })).toMatchObject({ tick_rate_hz: 50, tick_duration_ms: 20 })
    expect(tuned({ tick_duration_ms: 4 })).toMatchObject({ tick_rate_hz: 250, tick_duration_ms: 4 })
  })

  test('[TUN4] known versions and the flat chunk size are accepted, and do not change the height', () => {
    for (const version of ['1.1', '1.0', '0.9', 1.1, 1, 0.9]) {
      expect(tuned({ protocol_version: version, chunk_size: [16, 16, 1] }, 'standard').chunk_size).toEqual([
        16, 16, 128,
      ])
    }
  })

  test.each([
    ['[CAT1] an unknown key', { obs_radis: 4 }, 'tuning: unknown key "obs_radis" (nearest: "obs_radius")'],
    [
      '[CAT1] in a table',
      { rate_limits: { say_mx: 1 } },
      'tuning: rate_limits: unknown key "say_mx" (nearest: "say_max")',
    ],
    ['[CAT2] too small', { obs_radius: 0 }, 'tuning: obs_radius: must be a whole number from 1 to 32, got 0'],
    ['[CAT2] too large', { obs_radius: 33 }, 'tuning: obs_radius: must be a whole number from 1 to 32, got 33'],
    ['[CAT2] not whole', { day_ticks: 1.5 }, 'tuning: day_ticks: must be a whole number from 1 to 2147483647, got 1.5'],
    [
      '[CAT2] not a number',
      { day_ticks: 'six' },
      'tuning: day_ticks: must be a whole number from 1 to 2147483647, got "six"',
    ],
    [
      '[CAT2] not a share',
      { fun_decay_base: 0 },
      'tuning: fun_decay_base: must be a number above 0 and at most 1, got 0',
    ],
    [
      '[CAT2] an empty stack',
      { starter_items: { PLANK: 0 } },
      'tuning: starter_items.PLANK: must be a whole number from 1 to 100000, got 0',
    ],
    [
      '[CAT2] not a table',
      { starter_items: 3 },
      'tuning: starter_items: must be an object of item ids and counts, got 3',
    ],
    ['[TUN2] a rate that does not divide', { tick_rate_hz: 3 }, 'tuning: tick_rate_hz: must divide 1000, got 3'],
    [
      '[TUN2] a rate and a duration that disagree',
      { tick_rate_hz: 5, tick_duration_ms: 100 },
      'tuning: tick_rate_hz: must agree with tick_duration_ms: 5 Hz x 100 ms is not 1000 ms',
    ],
    [
      '[TUN3] a season of broken days',
      { day_ticks: 5000 },
      'tuning: season_length_ticks: must be a multiple of day_ticks (5000), got 42000',
    ],
    [
      '[TUN4] a version nobody knows',
      { protocol_version: '0.8' },
      'tuning: protocol_version: must be one of 1.1, 1.0, 0.9, got "0.8"',
    ],
    [
      '[TUN4] another chunk size',
      { chunk_size: [16, 16, 64] },
      'tuning: chunk_size: must be [16,16,1], got [16,16,64]',
    ],
    [
      '[TUN5] an item nobody has',
      { starter_items: { PLNK: 1 } },
      'tuning: starter_items.PLNK: unknown item "PLNK" (nearest: "PLANK")',
    ],
  ])('%s', (_, tuning, line) => {
    expect(refusal(tuning)).toEqual([line])
  })

  test('a list is no tuning', () => {
    expect(refusal([1])).toEqual(['tuning: must be an object of settings'])
  })

  test('a file that does not exist is named as it was given', () => {
    expect(refusal('no/such.yaml')).toEqual(['no/such.yaml: does not exist'])
  })
})

describe('worlds and configs', () => {
  let copy: CatalogCopy
  beforeEach(() => {
    copy = copyCatalogs()
  })
  afterEach(() => copy.remove())

  test('[WLD5] a worlds file replaces the worlds of the catalog', () => {
    const { worlds } = loadCatalog({ name: 'flat', worldsFile: fixturePath('worlds-small.yaml') })
    expect(worlds.worlds.map(({ id, type, entry_point_id }) => [id, type, entry_point_id])).toEqual([
      ['OVERWORLD', 'OVERWORLD', 'e1'],
      ['PIT', 'MINE_L1', 'p1'],
      ['VAULT', 'CITY_HUB', 'v1'],
    ])
    expect(worlds.switch_routes).toHaveLength(2)
  })

  test('[WLD4] a bad worlds file is named with its field', () => {
    const path = copy.write(
      'worlds.yaml',
      'default_world_id: OVERWORD\nworlds:\n  - { id: OVERWORLD, boundary_r: 10, reset_every_ticks: 100 }\n',
    )
    expect(refusalOf(() => loadCatalog({ name: 'flat', worldsFile: path }))).toEqual([
      `${path}: default_world_id: unknown world "OVERWORD" (nearest: "OVERWORLD")`,
    ])
  })

  test('a configs folder gives tuning and worlds, and a named file wins over it', () => {
    copy.write('tuning.yaml', 'obs_radius: 9\n')
    copy.write(
      'worlds.json',
      '{"default_world_id":"ONLY","worlds":[{"id":"ONLY","boundary_r":50,"reset_every_ticks":100}]}',
    )
    const fromFolder = loadCatalog({ name: 'flat', configsDir: copy.dir })
    expect([fromFolder.tuning.obs_radius, fromFolder.worlds.default_world_id]).toEqual([9, 'ONLY'])
    const named = loadCatalog({ name: 'flat', configsDir: copy.dir, tuning: { obs_radius: 5 } })
    expect([named.tuning.obs_radius, named.worlds.default_world_id]).toEqual([5, 'ONLY'])
  })

  test('a configs folder without either file was named by mistake', () => {
    expect(refusalOf(() => loadCatalog({ name: 'flat', configsDir: copy.dir }))).toEqual([
      `${copy.dir}: must hold tuning.yaml or worlds.yaml (or .json)`,
    ])
  })
})
