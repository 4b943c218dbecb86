import { z } from 'zod'
import { defineMessage } from '../define.js'
import { bool, int, num, openWord, str, uint, vec3, type Wire } from '../primitives.js'

/** Bodies of the admin routes. Nothing is read from a request but its path and query. */
const define = <const N extends string, S extends z.ZodType>(name: N, doc: string, schema: S) =>
  defineMessage({ name, doc, direction: 'server to client', phase: 'any', versions: ['admin v1'], schema })

export const WorldMetrics = z.object({
  tick: uint('the next tick'),
  agents: uint('all agents, connected or not'),
  clients: uint('connected agents'),
  loaded_chunks: uint('chunks in memory'),
  reset_total: uint('how often the world was rebuilt'),
  queue_depths: z
    .object({
      inbox: uint('ACTs waiting'),
      join: uint('joins waiting'),
      leave: uint('leaves waiting'),
      attach: uint('resumes waiting'),
    })
    .describe('work waiting for the next tick'),
  step_ms: num('duration of the last tick'),
  stats_window_ticks: uint('length of the window of `stats_window`'),
  stats_window: z
    .object({
      Trades: uint('trades completed'),
      Denied: uint('actions denied'),
      ChunksDiscovered: uint('chunks seen first'),
      BlueprintsComplete: uint('blueprints completed'),
    })
    .describe('counts of the recent past'),
  director_metrics: z
    .object({
      trade: num('0..1'),
      conflict: num('0..1'),
      exploration: num('0..1'),
      inequality: num('0..1'),
      public_infra: num('0..1'),
    })
    .describe('what the director goes by'),
  resource_density: z.record(z.string(), z.number()).describe('share of cells by resource').optional(),
  weather: str('weather, empty before the first tick'),
  weather_until_tick: uint('when it changes'),
  active_event_id: str('running world event, empty when none'),
  active_event_start_tick: uint('when it began'),
  active_event_ends_tick: uint('when it ends'),
  active_event_center: vec3('where'),
  active_event_radius: int('how far it reaches'),
})
export type WorldMetrics = Wire<typeof WorldMetrics>

export const AdminState = define(
  'ADMIN_STATE',
  'Answer of /admin/v1/state: one world.',
  z.object({ world_id: str('the world'), tick: uint('the next tick'), metrics: WorldMetrics }),
)
export type AdminState = Wire<typeof AdminState.schema>

export const AdminWorldsState = define(
  'ADMIN_WORLDS_STATE',
  'Answer of /admin/v1/worlds/state: every world by its id.',
  z.record(z.string(), z.object({ tick: uint('the next tick'), metrics: WorldMetrics })),
)
export type AdminWorldsState = Wire<typeof AdminWorldsState.schema>

export const AdminSnapshot = define(
  'ADMIN_SNAPSHOT',
  'Answer of POST /admin/v1/snapshot.',
  z.object({
    ok: bool('whether it was written'),
    tick: uint('last completed tick'),
    error: str('why not').optional(),
  }),
)
export type AdminSnapshot = Wire<typeof AdminSnapshot.schema>

export const AdminReset = define(
  'ADMIN_RESET',
  'Answer of POST /admin/v1/worlds/{id}/reset.',
  z.object({
    ok: bool('whether the world was rebuilt'),
    world: str('the world'),
    tick: uint('the tick of the reset'),
    note: str('what was done').optional(),
    error: str('why not').optional(),
  }),
)
export type AdminReset = Wire<typeof AdminReset.schema>

export const MOVE_ERRORS = ['agent not found in residency map', 'source or target world not found'] as const

export const AdminMove = define(
  'ADMIN_MOVE',
  'Answer of POST /admin/v1/agents/{id}/move_world.',
  z.object({
    ok: bool('whether the agent was moved'),
    agent_id: str('the agent'),
    target_world: str('where to'),
    error: openWord(MOVE_ERRORS, 'why not').optional(),
  }),
)
export type AdminMove = Wire<typeof AdminMove.schema>

/** Every admin body by name. */
export const ADMIN_BODIES = {
  ADMIN_STATE: AdminState,
  ADMIN_WORLDS_STATE: AdminWorldsState,
  ADMIN_SNAPSHOT: AdminSnapshot,
  ADMIN_RESET: AdminReset,
  ADMIN_MOVE: AdminMove,
} as const
