import { describe, expect, test } from 'vitest'
import { decide } from './decide.js'
import { remember } from './live.js'
import { avoid, createMemory } from './memory.js'
import { sideView } from './test-senses.js'

const KIT = { BERRIES: 20, LOG: 20, STONE: 64, STONE_PICKAXE: 1 }
const OPEN = `
  . . . . .
  . . A . .
  # # # # #
`

const memory = () => createMemory(9_990, 0)

describe('[BOT1] staying alive comes first', () => {
  test.each([
    ['hungry', { hunger: 12 }, 'BERRIES'],
    ['hurt', { hp: 9 }, 'BERRIES'],
  ])('%s: eats', (why, state, item) => {
    const deed = decide(sideView(OPEN, { ...state, carried: KIT }), memory())
    expect(deed).toEqual({ kind: 'instant', why, about: item, action: { type: 'EAT', item_id: item, count: 1 } })
  })

  test('eats the better food first, and nothing when it needs nothing', () => {
    expect(decide(sideView(OPEN, { hunger: 3, carried: { ...KIT, BREAD: 1 } }), memory()).about).toBe('BREAD')
    expect(decide(sideView(OPEN, { carried: KIT }), memory()).why).toBe('looking around')
  })
})

describe('[BOT2] provides for itself', () => {
  test('picks up what lies in reach, and goes to what does not', () => {
    const near = { id: 'IT000001', item: 'COAL', pos: [101, 70, 100] as const }
    expect(decide(sideView(OPEN, { carried: KIT, items: [near] }), memory()).action).toEqual({
      type: 'GATHER',
      target_id: 'IT000001',
    })
    const far = { ...near, pos: [106, 70, 100] as const }
    expect(decide(sideView(OPEN, { carried: KIT, items: [far] }), memory()).action).toEqual({
      type: 'MOVE_TO',
      target: [102, 70, 100],
      tolerance: 0,
    })
  })

  test('mines a bush in reach when food is short', () => {
    const senses = sideView('. . A . b\n# # # # #', { carried: { ...KIT, BERRIES: 2 } })
    expect(decide(senses, memory())).toEqual({
      kind: 'task',
      why: 'gathering food',
      about: '102,70,100',
      action: { type: 'MINE', block_pos: [102, 70, 100] },
    })
  })

  test('goes for wood it sees, to a place beside the tree', () => {
    const senses = sideView('. . . . . . o\n. . . . . . o\nA . . . . . o\n# # # # # # #', {
      carried: { ...KIT, LOG: 0 },
    })
    expect(decide(senses, memory()).action).toEqual({ type: 'MOVE_TO', target: [102, 70, 100], tolerance: 0 })
  })

  test('does not touch stone with bare hands, where that gives nothing', () => {
    const bare = { BERRIES: 20, LOG: 20, STONE: 0 }
    expect(decide(sideView('. . A . .\n# # # # #', { carried: bare }), memory()).why).toBe('making planks')
    expect(decide(sideView('. . A . .\n# # # # #', { carried: { ...KIT, STONE: 0 } }), memory()).why).toBe(
      'gathering stone',
    )
  })

  test('leaves alone for a while what did not work', () => {
    const senses = sideView('. . A . b\n# # # # #', { carried: { ...KIT, BERRIES: 2 } })
    const known = memory()
    for (let z = 93; z <= 107; z++) avoid(known, senses.tick, `102,70,${z}`)
    expect(decide(senses, known).why).not.toBe('gathering food')
    expect(decide({ ...senses, tick: senses.tick + 301 }, known).why).toBe('gathering food')
  })
})

describe('[BOT3] makes itself a pickaxe, one step after the other', () => {
  const kit = { BERRIES: 20, LOG: 20, STONE: 64 }
  test.each([
    ['making planks', OPEN, {}],
    ['making sticks', OPEN, { PLANK: 20 }],
    ['making a bench', OPEN, { PLANK: 20, STICK: 4 }],
    ['setting up a bench', OPEN, { PLANK: 20, STICK: 4, CRAFTING_BENCH: 1 }],
    ['going to the bench', '. . A . . . t\n# # # # # # #', { PLANK: 20, STICK: 4 }],
    ['making a pickaxe', '. . A t . . .\n# # # # # # #', { PLANK: 20, STICK: 4 }],
  ])('%s', (why, picture, more) => {
    expect(decide(sideView(picture, { carried: { ...kit, ...more } }), memory()).why).toBe(why)
  })

  test('of stone when it has some, else of wood', () => {
    const senses = (stone: number) => sideView('A t\n# #', { carried: { ...kit, STONE: stone, PLANK: 9, STICK: 4 } })
    expect(decide(senses(3), memory()).about).toBe('stone_pickaxe')
    expect(decide(senses(2), memory()).about).toBe('wood_pickaxe')
  })
})

describe('[BOT4] spends the night in a hole', () => {
  const night = { isDark: true, carried: KIT }
  const tired = () => createMemory(0, 0)

  test('digs down, closes the hole above its head, and sleeps', () => {
    expect(decide(sideView(OPEN, night), tired()).action).toEqual({ type: 'MINE', block_pos: [100, 69, 100] })
    const deep = sideView('. . .\n# . #\n# . #\n# A #\n# # #', night)
    const walled = { ...deep, block: walledIn(deep) }
    expect(decide(walled, tired()).action).toEqual({ type: 'PLACE', item_id: 'STONE', block_pos: [100, 72, 100] })
    const shut = sideView('# # #\n# . #\n# A #\n# # #', night)
    expect(decide({ ...shut, block: walledIn(shut) }, tired())).toEqual({
      kind: 'rest',
      why: 'sleeping',
      about: 'rest',
    })
  })

  test.each([
    ['over a cave', '. A .\n# # #\n# . #'],
    ['over water', '. A .\n# # #\n# ~ #'],
  ])('does not dig %s', (_name, picture) => {
    expect(decide(sideView(picture, night), tired()).why).toBe('looking around')
  })

  test('not without a lid, not before it is tired, and not where there is no down', () => {
    const { STONE: _stone, LOG: _log, ...noLid } = KIT
    expect(decide(sideView(OPEN, { ...night, carried: noLid }), tired()).why).not.toMatch(/hole/)
    expect(decide(sideView(OPEN, night), memory()).why).toBe('looking around')
    expect(decide(sideView(OPEN, { ...night, worldHeight: 1 }), tired()).why).toBe('looking around')
  })

  test('cuts steps in the morning until it is where it went down', () => {
    const known = tired()
    const evening = sideView(OPEN, night)
    remember(known, decide(evening, known), evening, undefined)
    expect(known.burrowFromY).toBe(70)
    const inHole = sideView('# # #\n# . #\n# A #\n# # #', { carried: KIT, pos: [100, 67, 100] })
    const morning = { ...inHole, block: walledIn(inHole) }
    expect(decide(morning, known)).toMatchObject({
      why: 'cutting a step',
      action: { type: 'MINE', block_pos: [100, 69, 100] },
    })
    const cut = sideView('# . .\n# . .\n# A #\n# # #', { carried: KIT, pos: [100, 67, 100] })
    expect(decide(cut, known)).toMatchObject({
      why: 'climbing out',
      action: { type: 'MOVE_TO', target: [101, 68, 100] },
    })
    const up = sideView(OPEN, { carried: KIT })
    remember(known, decide(up, known), up, undefined)
    expect(known.burrowFromY).toBeUndefined()
  })
})

describe('[BOT5] looks around when there is nothing to do', () => {
  test('keeps its heading until it is barred, then turns', () => {
    const known = memory()
    const senses = sideView(OPEN, { carried: KIT })
    const deed = decide(senses, known)
    expect(deed.action).toEqual({ type: 'MOVE_TO', target: [107, 70, 100], tolerance: 2 })
    remember(known, deed, senses, undefined)
    expect(decide(senses, known)).toEqual(deed)
    remember(known, deed, senses, 'E_BLOCKED: no way')
    expect(decide(senses, known).action).toEqual({ type: 'MOVE_TO', target: [93, 70, 107], tolerance: 2 })
  })

  test('turns where there is only water ahead, and goes back to land when it is in it', () => {
    const shore = sideView('. . . . A . . . . . . .\n# # # # # ~ ~ ~ ~ ~ ~ ~\n# # # # # ~ ~ ~ ~ ~ ~ ~', {
      carried: KIT,
    })
    const known = memory()
    const deed = decide(shore, known)
    expect(deed).toMatchObject({ why: 'looking around', action: { target: [100, 70, 107] } })
    remember(known, deed, shore, undefined)
    expect([known.heading, known.lastLand]).toEqual([2, [100, 70, 100]])
    const afloat = sideView('. . . .\n~ A ~ ~\n~ ~ ~ ~', { carried: KIT, pos: [110, 69, 100] })
    expect(decide(afloat, known)).toMatchObject({
      why: 'back to dry land',
      action: { target: [100, 70, 100], tolerance: 1 },
    })
  })
})

/** The drawing is the same at every z; a hole has walls there too. */
function walledIn(senses: ReturnType<typeof sideView>) {
  return (at: Parameters<typeof senses.block>[0]) => (at[2] === senses.pos[2] ? senses.block(at) : 'STONE')
}
