import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCatalog } from './load-catalog.js'
import { type CatalogCopy, copyCatalogs, fixturePath, refusalOf } from './testing.js'
import { catalogMessages } from './wire.js'

describe('what is shipped', () => {
  test('[CAT10] the flat catalog is sent as the flat server sends it, apart from prose', () => {
    const golden = JSON.parse(readFileSync(fixturePath('flat-wire.golden.json'), 'utf8'))
    const messages = catalogMessages(loadCatalog({ name: 'flat' }))
    const prose = (key: string, value: unknown) => (key === 'title' || key === 'description' ? undefined : value)
    const data = messages.map((message) => [message.name, JSON.parse(JSON.stringify(message.data, prose))])
    expect(data).toEqual(Object.entries<{ data: unknown }>(golden).map(([name, { data }]) => [name, data]))
  })

  test('[CAT9] palettes and tuning of the flat catalog have the digests existing clients know', () => {
    const { digests } = loadCatalog({ name: 'flat' })
    expect(digests).toMatchObject({
      block_palette: 'e76665b7af4fbddad3bf4dc9eae594635b245348e20b48d26ba42479a6ee04b3',
      item_palette: '5d4a718e41afe98339a9616d69a0417f69a50b54df034a8bf199919a3c59a7a1',
      tuning: 'b3c758798c4737aa0769afe36418d8d727f1f17a65fcf2490ff2046b2a7a54d5',
    })
    for (const digest of Object.values(digests)) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('[CAT9] a digest changes with its own data and with nothing else', () => {
    const { tuning, ...before } = loadCatalog({ name: 'flat' }).digests
    const { tuning: changed, ...after } = loadCatalog({ name: 'flat', tuning: { law_vote_ticks: 60 } }).digests
    expect(changed).not.toBe(tuning)
    expect(after).toEqual(before)
  })

  test.each(['flat', 'standard'])('[CAT8] %s: AIR is 0, then byte order, then reserved slots', (name) => {
    const { blocks, items } = loadCatalog({ name })
    const shipped = blocks.filter(({ reserved }) => !reserved).map(({ id }) => id)
    expect(shipped[0]).toBe('AIR')
    expect(shipped.slice(1)).toEqual(shipped.slice(1).toSorted())
    expect(blocks.map(({ reserved }) => reserved)).toEqual(blocks.map((_, index) => index >= shipped.length))
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted())
    expect(blocks.length).toBeLessThan(256)
  })

  test('[CAT8] standard keeps 30 blocks, 30 fluids and 30 items with what places them', () => {
    const { blocks, items } = loadCatalog({ name: 'standard' })
    const labels = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(3, '0'))
    const ids = (kind: string) => labels.map((label) => `mineclawd:dynamic_${kind}_${label}`)
    const reserved = (list: readonly { id: string; reserved: boolean }[]) =>
      list.filter((entry) => entry.reserved).map(({ id }) => id)
    expect(reserved(blocks)).toEqual([...ids('block'), ...ids('fluid')])
    expect(reserved(items)).toEqual([...ids('block'), ...ids('fluid_bucket'), ...ids('item')])
  })

  test('[WLD5] five worlds with their routes', () => {
    const { worlds } = loadCatalog({ name: 'standard' })
    expect(worlds.default_world_id).toBe('OVERWORLD')
    expect(worlds.worlds.map(({ id, seed_offset, boundary_r }) => [id, seed_offset, boundary_r])).toEqual([
      ['OVERWORLD', 0, 4000],
      ['MINE_L1', 1001, 1200],
      ['MINE_L2', 2001, 1000],
      ['MINE_L3', 3001, 800],
      ['CITY_HUB', 4001, 600],
    ])
    expect(worlds.switch_routes).toHaveLength(8)
  })
})

describe('what is refused', () => {
  let copy: CatalogCopy
  beforeEach(() => {
    copy = copyCatalogs()
  })
  afterEach(() => copy.remove())
  const refusal = (name = 'standard') => refusalOf(() => loadCatalog({ name, dir: copy.dir }))

  test.each([
    [
      '[CAT4] an unknown item in a recipe',
      'standard/recipes.json',
      '"inputs": [{ "item": "WHEAT", "count": 3 }]',
      '"inputs": [{ "item": "WHAET", "count": 3 }]',
      'catalog/standard/recipes.json: recipes[n].inputs[0].item: unknown item "WHAET" (nearest: "WHEAT")',
    ],
    [
      '[CAT4] an item that places an unknown block',
      'standard/items.json',
      '"place_as": "BATTERY"',
      '"place_as": "BATERY"',
      'catalog/standard/items.json: items[n].place_as: unknown block "BATERY" (nearest: "BATTERY")',
    ],
    [
      '[CAT4] a drop that does not exist',
      'standard/blocks.json',
      '"drops": [{ "item": "BATTERY" }]',
      '"drops": [{ "item": "QUARTZ" }]',
      'catalog/standard/blocks.json: blocks[n].drops[0].item: unknown item "QUARTZ"',
    ],
    [
      '[CAT4] growing into nothing known',
      'standard/blocks.json',
      '"into": "WHEAT_RIPE"',
      '"into": "WHEAT_RIP"',
      'catalog/standard/blocks.json: blocks[n].grows.into: unknown block "WHEAT_RIP" (nearest: "WHEAT_RIPE")',
    ],
    [
      '[CAT4] decaying without something unknown',
      'standard/blocks.json',
      '"without": "LOG"',
      '"without": "LOGS"',
      'catalog/standard/blocks.json: blocks[n].decays.without: unknown block "LOGS" (nearest: "LOG")',
    ],
    [
      '[CAT4] becoming something unknown',
      'standard/blocks.json',
      '"becomes": "BERRY_BUSH_BARE"',
      '"becomes": "BERRY_BUSH_BAR"',
      'catalog/standard/blocks.json: blocks[n].becomes: unknown block "BERRY_BUSH_BAR" (nearest: "BERRY_BUSH_BARE")',
    ],
    [
      '[CAT4] standing on something unknown',
      'standard/blocks.json',
      '"needs_below": ["CACTUS", "SAND"',
      '"needs_below": ["CACTUS", "SANDY"',
      'catalog/standard/blocks.json: blocks[n].needs_below[1]: unknown block "SANDY" (nearest: "SAND")',
    ],
    [
      '[CAT4] a blueprint of an unknown block',
      'standard/blueprints/well.json',
      '"block": "WATER"',
      '"block": "WINE"',
      'catalog/standard/blueprints/well.json: blocks[17].block: unknown block "WINE" (nearest: "WIRE")',
    ],
    [
      '[CAT4] a blueprint paid with an unknown item',
      'standard/blueprints/well.json',
      '"item": "WATER"',
      '"item": "WATTER"',
      'catalog/standard/blueprints/well.json: cost[1].item: unknown item "WATTER" (nearest: "WATER")',
    ],
    [
      '[CAT6] a blueprint of a block that nobody can place',
      'standard/blueprints/well.json',
      '"block": "WATER"',
      '"block": "LAVA"',
      'catalog/standard/blueprints/well.json: blocks[17].block: no item places "LAVA"',
    ],
    [
      '[CAT6] a blueprint that costs something else than its blocks',
      'standard/blueprints/well.json',
      '"item": "WATER"',
      '"item": "GLASS"',
      'catalog/standard/blueprints/well.json: cost: must have WATER 1, has 0',
    ],
    [
      '[CAT5] two furnace recipes with the same first input',
      'standard/recipes.json',
      '"inputs": [{ "item": "SAND", "count": 4 }, { "item": "COAL", "count": 1 }]',
      '"inputs": [{ "item": "IRON_ORE", "count": 4 }, { "item": "COAL", "count": 1 }]',
      'catalog/standard/recipes.json: recipes[n].inputs[0].item: "IRON_ORE" is already the first input of furnace recipe "iron_ingot"; SMELT could not tell them apart',
    ],
    [
      '[CAT3] an id that another file of the catalog defines',
      'standard/recipes.json',
      '"recipe_id": "bread"',
      '"recipe_id": "brick"',
      'catalog/standard/recipes.json: recipes[n].recipe_id: "brick" is already defined in catalog/flat/recipes.json recipes[1]',
    ],
    [
      '[CAT3] a law defined twice',
      'flat/laws.json',
      '"id": "MARKET_TAX"',
      '"id": "ACCESS_PASS_CORE"',
      'catalog/flat/laws.json: laws[3].id: "ACCESS_PASS_CORE" is already defined in catalog/flat/laws.json laws[0]',
    ],
    [
      '[CAT3] an event defined twice',
      'flat/events.json',
      '"id": "STORM_FRONT"',
      '"id": "COLD_SNAP"',
      'catalog/flat/events.json: events[11].id: "COLD_SNAP" is already defined in catalog/flat/events.json events[5]',
    ],
    [
      '[CAT7] a door that does not toggle back',
      'standard/blocks.json',
      '"toggles_to": "DOOR_OPEN"',
      '"toggles_to": "LADDER"',
      'catalog/standard/blocks.json: blocks[n].door.toggles_to: "LADDER" must toggle back to "DOOR"',
    ],
    [
      '[CAT7] a door whose other half does not exist',
      'standard/blocks.json',
      '"toggles_to": "DOOR_OPEN"',
      '"toggles_to": "PORTCULLIS"',
      'catalog/standard/blocks.json: blocks[n].door.toggles_to: unknown block "PORTCULLIS"',
    ],
    [
      '[CAT8] a catalog without AIR',
      'standard/blocks.json',
      '"id": "AIR"',
      '"id": "VOID"',
      'catalog/standard/blocks.json: blocks: must define AIR, neither solid nor breakable',
    ],
    [
      '[CAT1] a key nobody knows',
      'standard/items.json',
      '"durability": 250',
      '"durabilty": 250',
      'catalog/standard/items.json: items[n]: unknown key "durabilty" (nearest: "durability")',
    ],
    [
      '[CAT2] a number out of range',
      'flat/recipes.json',
      '"time_ticks": 5',
      '"time_ticks": 0',
      'catalog/flat/recipes.json: recipes[0].time_ticks: must be a whole number from 1 to 100000, got 0',
    ],
    [
      '[CAT2] a manifest without a list',
      'standard/catalog.json',
      '"items": ["items.json"]',
      '"items": []',
      'catalog/standard/catalog.json: items: must name at least one path',
    ],
    [
      '[CAT4] a file that does not exist',
      'standard/catalog.json',
      '"items": ["items.json"]',
      '"items": ["item.json"]',
      'catalog/standard/item.json: does not exist',
    ],
    [
      '[CAT4] a folder that does not exist',
      'standard/catalog.json',
      '"blueprints": ["../flat/blueprints", "blueprints"]',
      '"blueprints": ["../flat/blueprints", "plans"]',
      'catalog/standard/plans: is not a folder that can be read',
    ],
  ])('%s', (_, file, from, to, line) => {
    copy.edit(file, from, to)
    // Where in the list the entry stands is for the shipped data to say.
    const lines = refusal().map((text) => text.replace(/^(\S+ \w+)\[\d+\]/, line.includes('[n]') ? '$1[n]' : '$&'))
    expect(lines).toContain(line)
  })

  test('every problem is told at once', () => {
    copy.edit('standard/recipes.json', '"recipe_id": "bread"', '"recipe_id": "Bread"')
    copy.edit('standard/tuning.json', '"obs_radius": 7', '"obs_radius": 0')
    expect(refusal()).toEqual([
      'catalog/standard/recipes.json: recipes[0].recipe_id: must be a lower-case id such as stone_axe, at most 64 characters, got "Bread"',
      'catalog/standard/tuning.json: obs_radius: must be a whole number from 1 to 32, got 0',
    ])
  })

  test('a flood of problems is cut', () => {
    copy.write('flat/blocks.json', JSON.stringify({ blocks: Array.from({ length: 50 }, () => ({})) }))
    const lines = refusal('flat')
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 130 more')
  })

  test('a file that is not JSON', () => {
    copy.write('flat/blocks.json', '{ "blocks": [ }')
    expect(refusal('flat')[0]).toMatch(/^catalog\/flat\/blocks.json: cannot be parsed: /)
  })

  test('a file that is too large', () => {
    copy.write('flat/blocks.json', ' '.repeat(4 * 1024 * 1024 + 1))
    expect(refusal('flat')[0]).toBe('catalog/flat/blocks.json: must have at most 4194304 bytes, has 4194305')
  })

  test('[CAT8] more blocks than ids', () => {
    const blocks = JSON.parse(readFileSync(join(copy.dir, 'flat/blocks.json'), 'utf8')).blocks
    const more = Array.from({ length: 226 }, (_, index) => ({ id: `EXTRA_${index}`, title: 'Extra', color: '#000000' }))
    copy.write('flat/blocks.json', JSON.stringify({ blocks: [...blocks, ...more] }))
    expect(refusal('flat')).toEqual(['catalog/flat/blocks.json: blocks: must be at most 255, got 256'])
  })

  test('a catalog nobody has', () => {
    expect(refusal('standart')).toEqual(['catalog: unknown catalog "standart" (nearest: "standard")'])
  })
})
