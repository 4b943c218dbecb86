import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { BlockDefinition } from './block.js'
import { EventTemplate } from './event.js'
import { ItemDefinition } from './item.js'
import { LawTemplate } from './law.js'
import { CatalogManifest } from './manifest.js'
import { Recipe } from './recipe.js'

/** `path: message` of everything wrong. */
function refusals(schema: z.ZodType, data: unknown): string[] {
  return (schema.safeParse(data).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('blocks', () => {
  const stone = { id: 'STONE', title: 'Stone', color: '#7d7d7d' }

  test('[CAT14] a short entry is an ordinary cube that a hand breaks in the ordinary time', () => {
    expect(BlockDefinition.parse(stone)).toEqual({
      ...stone,
      solid: true,
      breakable: true,
      hardness: 1000,
      tool: 'pickaxe',
      min_tier: 0,
      drops: [],
      becomes: 'AIR',
      gravity: false,
      climbable: false,
      fluid: null,
      replaceable: false,
      shape: 'cube',
      opaque: true,
      light: 0,
      damage: null,
      door: null,
      container: false,
      station: null,
      needs_below: [],
      grows: null,
      decays: null,
      reserved: false,
    })
  })

  test.each([
    [{}, true],
    [{ shape: 'stairs' }, false],
    [{ solid: false }, false],
    [{ opaque: false }, false],
    [{ shape: 'slab', opaque: true }, true],
  ])('[CAT14] %j is opaque: %s', (fields, opaque) => {
    expect(BlockDefinition.parse({ ...stone, ...fields }).opaque).toBe(opaque)
  })

  test('[CAT14] a drop is one sure piece unless it says otherwise', () => {
    const { drops } = BlockDefinition.parse({ ...stone, drops: [{ item: 'STONE' }] })
    expect(drops).toEqual([{ item: 'STONE', count: 1, chance_permille: 1000 }])
  })

  test.each([
    ['[CAT1]', { hardnes: 3 }, ': unknown key "hardnes" (nearest: "hardness")'],
    ['[CAT1]', { zzz: 1, soild: true }, ': unknown keys "zzz", "soild" (nearest: "solid")'],
    ['[CAT2]', { min_tier: 4 }, 'min_tier: must be a whole number from 0 to 3, got 4'],
    ['[CAT2]', { light: 16 }, 'light: must be a whole number from 0 to 15, got 16'],
    ['[CAT2]', { solid: 'yes' }, 'solid: must be true or false, got "yes"'],
    ['[CAT2]', { tool: 'spoon' }, 'tool: must be one of pickaxe, axe, shovel, none, got "spoon"'],
    ['[CAT2]', { fluid: 'oil' }, 'fluid: must be one of water, lava, got "oil"'],
    ['[CAT2]', { color: 'grey' }, 'color: must be a colour such as #7d7d7d, in lower case'],
    ['[CAT2]', { drops: 'STONE' }, 'drops: must be a list, got "STONE"'],
    ['[CAT2]', { drops: [{ item: 'STONE', count: 0 }] }, 'drops.0.count: must be a whole number from 1 to 64, got 0'],
    ['[CAT2]', { title: '' }, 'title: must be a text of 1 to 80 characters, got ""'],
    [
      '[CAT2]',
      { id: 'stone' },
      'id: must be an id such as STONE or mineclawd:dynamic_block_001, at most 64 characters, got "stone"',
    ],
  ])('%s refuses %j', (_, fields, line) => {
    expect(refusals(BlockDefinition, { ...stone, ...fields })).toEqual([line])
  })

  test('[CAT2] a missing field is named with its rule, and what is no object as such', () => {
    expect(refusals(BlockDefinition, { id: 'STONE', color: '#7d7d7d' })).toEqual([
      'title: is required and must be a text of 1 to 80 characters',
    ])
    expect(refusals(BlockDefinition, 7)).toEqual([': must be an object, got 7'])
  })
})

describe('items', () => {
  const stick = { id: 'STICK', title: 'Stick', kind: 'MATERIAL' }

  test('[CAT14] a short entry is worth one, cannot be placed, eaten or worn', () => {
    expect(ItemDefinition.parse(stick)).toEqual({
      ...stick,
      place_as: null,
      edible_hp: 0,
      tool: null,
      durability: null,
      trade_value: 1,
      wealth_permille: 500,
      reserved: false,
    })
  })

  test.each([
    [{ kind: 'FOOD' }, 'edible_hp: must be above 0 for kind FOOD and only there'],
    [{ edible_hp: 2 }, 'edible_hp: must be above 0 for kind FOOD and only there'],
    [{ kind: 'TOOL' }, 'tool: must be given for kind TOOL and only there'],
    [{ tool: { family: 'axe', tier: 1 } }, 'tool: must be given for kind TOOL and only there'],
    [{ kind: 'BLOCK' }, 'place_as: must be given for kind BLOCK'],
    [{ durability: 9 }, 'durability: must be null for what is not a tool'],
    [{ kind: 'MECH' }, 'kind: must be one of BLOCK, MATERIAL, FOOD, TOOL, got "MECH"'],
  ])('[CAT15] refuses %j', (fields, line) => {
    expect(refusals(ItemDefinition, { ...stick, ...fields })).toEqual([line])
  })
})

describe('recipes, laws, events, manifests', () => {
  test('[CAT15] a recipe takes something, gives something and takes time', () => {
    const recipe = { recipe_id: 'x', station: 'HAND', inputs: [], outputs: [], tier: 1, time_ticks: 0 }
    expect(refusals(Recipe, recipe)).toEqual([
      'inputs: must name at least one item',
      'outputs: must name at least one item',
      'time_ticks: must be a whole number from 1 to 100000, got 0',
    ])
  })

  test('[CAT15] a law limits each of its numbers and nothing else', () => {
    const law = {
      id: 'TOLL',
      title: 'Toll',
      description: 'A toll.',
      params: { cost: 'INT', item: 'ITEM_ID', rate: 'FLOAT' },
      limits: { item: [0, 1], other: [0, 1], rate: [1, 0] },
    }
    expect(refusals(LawTemplate, law)).toEqual([
      'limits.cost: must give [smallest, largest] for a number',
      'limits.item: must not limit an item',
      'limits.other: must name a parameter of the law',
      'limits.rate: must have the smallest value first',
    ])
  })

  test('[CAT14] an event happens everywhere in clear weather unless it says otherwise', () => {
    const event = {
      id: 'FAIR',
      category: 'CULTURE',
      title: 'Fair',
      description: 'A fair.',
      base_weight: 0.5,
      params: { duration_ticks: 10 },
    }
    expect(EventTemplate.parse(event)).toEqual({ ...event, radius: null, weather: null, notice_board: false })
    expect(refusals(EventTemplate, { ...event, params: { duration: 10 } })).toEqual([
      'params.duration_ticks: is required and must be a whole number from 1 to 2147483647',
      'params: unknown key "duration"',
    ])
  })

  test('[CAT2] a manifest keeps at most 30 slots', () => {
    const manifest = {
      name: 'mine',
      blocks: ['b.json'],
      items: ['i.json'],
      recipes: ['r.json'],
      blueprints: ['plans'],
      laws: ['l.json'],
      events: ['e.json'],
      tuning: 't.json',
      worlds: 'w.json',
      reserved_slots: 31,
    }
    expect(refusals(CatalogManifest, manifest)).toEqual(['reserved_slots: must be a whole number from 0 to 30, got 31'])
    expect(refusals(CatalogManifest, { ...manifest, reserved_slots: 30 })).toEqual([])
  })
})
