import type { Join, Script } from './play.js'
import { type Asked, actSent, type Sent } from './recording.js'
import { FAST, GATES, RICH, SMALL, SMALL_WORLD } from './settings.js'

/** How a recorded session is played again: everything but its cases. */
type Setting = Omit<Script, 'cases'>

/** By name of the recording. */
export const SESSIONS = {
  /** One long session of three agents: every action, one after the other. */
  session: { tuning: RICH, joins: joinsOf('A1', 'A2', 'A3') },

  /** What is seen, how an ACT is acknowledged, how events are fetched. */
  default: {
    joins: [...joinsOf('A1', 'A2'), { conn: 'A3', tick: 3, hello: { capabilities: {} } }],
    also: [
      // Takes the place of the event that tells a newcomer of the market week, so that later cursors are the same.
      ask('A2', 3, load('IM')),
      // Takes the place of an act that is not carried out here because its key was used before.
      ask('A2', 136, load('IK')),
      ask('A2', 151, { tasks: [{ id: 'K_m', type: 'MOVE_TO', target: [1, 0, 20] }] }),
      ask('A2', 160, load('IB')),
      ask('A2', 161, load('IB')),
    ],
  },

  /** A client of version 1.0, and one that asks too much. */
  newcomers: {
    joins: [
      ...joinsOf('A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'),
      { conn: 'A8', tick: 56, hello: { protocol_version: '1.0' } },
      { conn: 'A9', tick: 80 },
      { conn: 'A10', tick: 81 },
    ],
    also: [ask('A1', 3, { tasks: [{ id: 'K', type: 'MOVE_TO', target: [-20, 0, -2] }] })],
  },

  /** Somebody who gave everything away. */
  'empty-handed': {
    tuning: RICH,
    joins: joinsOf('A1', 'A2'),
    also: [
      ask('A2', 2, place('CHEST', [4, 0, -3])),
      ask('A2', 3, store('CHEST@4,0,-3', 'PLANK', 200)),
      ask('A2', 4, store('CHEST@4,0,-3', 'COAL', 100)),
      ...fillers('A2', 5, 10),
    ],
  },

  /** A chest that is followed until somebody takes it away. */
  'lost-chest': {
    tuning: RICH,
    joins: joinsOf('A1', 'A2'),
    also: [
      ask('A1', 2, place('CHEST', [3, 0, -3])),
      ...fillers('A1', 3, 2),
      ask('A2', 51, { tasks: [{ id: 'K', type: 'MINE', block_pos: [3, 0, -3] }] }),
    ],
  },

  /** A terminal where nobody has posted anything. */
  terminal: {
    tuning: RICH,
    joins: joinsOf('A1'),
    also: [ask('A1', 1, place('CONTRACT_TERMINAL', [3, 0, -2]))],
  },

  /** Somebody who does nothing for a season. */
  hunger: { tuning: FAST, joins: [{ conn: 'A1', tick: 12 }] },

  /** A walk into another country. */
  'small-world': {
    tuning: SMALL,
    worlds: SMALL_WORLD,
    joins: [{ conn: 'A1', tick: 3 }],
    also: [ask('A1', 1001, { tasks: [{ id: 'K', type: 'MOVE_TO', target: [36, 0, 21] }] })],
  },

  /** A world that is rebuilt every 300 ticks. */
  pit: { tuning: RICH, worlds: GATES, joins: [{ conn: 'A1', tick: 1, hello: { world_preference: 'PIT' } }] },

  /** From world to world, in the worlds of the catalog. */
  switch: {
    worlds: 'catalog',
    joins: [
      { conn: 'A1', tick: 1 },
      { conn: 'A2', tick: 2, hello: { world_preference: 'MINE_L1' } },
      ...joinsOf('', '', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10'),
    ],
    also: [
      ask('A6', 48, { tasks: [{ id: 'K', type: 'MOVE_TO', target: [0, 0, 0] }] }, 'OVERWORLD'),
      ask('A10', 100, { tasks: [{ id: 'K', type: 'MOVE_TO', target: [2, 0, -2] }] }, 'OVERWORLD'),
      ask('A10', 135, { instants: [{ id: 'SW', type: 'SWITCH_WORLD', target_world_id: 'CITY_HUB' }] }, 'OVERWORLD'),
    ],
  },

  /** From world to world through gates of every kind. */
  gates: { tuning: RICH, worlds: GATES, joins: joinsOf('A1') },
} as const satisfies Record<string, Setting>

/** Each enters the world in the tick of its number. */
function joinsOf(...conns: readonly string[]): Join[] {
  return conns.map((conn, i) => ({ conn, tick: i + 1 })).filter(({ conn }) => conn !== '')
}

/** Something that was asked but not recorded. */
function ask(conn: string, at: number, asked: Asked, worldId?: string): Sent {
  return actSent(conn, at, asked, {
    id: `also ${conn} ${at}`,
    cursor: 0,
    ...(worldId === undefined ? {} : { worldId }),
  })
}

function load(id: string): Asked {
  return { instants: [{ id, type: 'LOAD_MEMORY' }] }
}

function place(item: string, at: readonly number[]): Asked {
  return { tasks: [{ id: 'K', type: 'PLACE', item_id: item, block_pos: at }] }
}

function store(chest: string, item: string, count: number): Asked {
  return { tasks: [{ id: 'K', type: 'TRANSFER', src_container: 'SELF', dst_container: chest, item_id: item, count }] }
}

/** Tasks that end at once and do nothing: they use up numbers, so that later tasks get theirs. */
function fillers(conn: string, from: number, count: number): Sent[] {
  return Array.from({ length: count }, (_, i) =>
    ask(conn, from + i, { tasks: [{ id: 'K', type: 'OPEN', target_id: 'x' }] }),
  )
}
