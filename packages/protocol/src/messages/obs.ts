import { z } from 'zod'
import { defineMessage } from '../define.js'
import { AnyEvent, type ReceivedEvent } from '../events/events.js'
import { int, num, oneOf, openWord, stacks, str, strings, uint, uint16, vec3, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

const worldPart = z.object({
  time_of_day: num('0 up to 1').default(0),
  weather: openWord(['CLEAR', 'STORM', 'COLD'], 'weather'),
  season_day: int('day of the season, from 1').default(0),
  biome: openWord(['PLAINS', 'FOREST', 'DESERT'], 'biome where the agent stands'),
  active_event: str('running world event').optional(),
  active_event_ends_tick: uint('when it ends').optional(),
})

const selfPart = z.object({
  pos: vec3('where the agent stands'),
  yaw: int('degrees, 0 looks to +z').default(0),
  hp: int('health, 0..20').default(0),
  hunger: int('0 starving .. 20 full').default(0),
  stamina: num('0..1').default(0),
  status: z
    .array(openWord(['NONE', 'STARVING', 'HUNGRY', 'TIRED', 'STORM', 'COLD'], 'a condition'))
    .describe('conditions; `NONE` when there is none')
    .default([]),
  reputation: z
    .object({
      trade: num('0..1').default(0),
      build: num('0..1').default(0),
      social: num('0..1').default(0),
      law: num('0..1').default(0),
    })
    .describe('what others think of the agent; starts at 0.5')
    .prefault({}),
})

const localRules = z.object({
  permissions: z
    .record(z.string(), z.boolean())
    .describe('`can_build`, `can_break`, `can_damage`, `can_trade`')
    .default({}),
  tax: z.record(z.string(), z.number()).describe('`market`: rate of the market tax').default({}),
  role: openWord(['WILD', 'OWNER', 'MEMBER', 'VISITOR'], 'what the agent is here').optional(),
  land_id: str('the claim it stands on').optional(),
  owner: str('agent or org that owns it').optional(),
  maintenance_due_tick: uint('when maintenance is due').optional(),
  maintenance_stage: int('1 late, 2 unprotected; absent when in order').optional(),
})

/** One changed cell of the cube: offset from the centre and new block id. */
export const VoxelOp = z.object({ d: vec3('offset from the centre'), b: uint16('new block id') })
export type VoxelOp = Wire<typeof VoxelOp>

export const Voxels = z.object({
  center: vec3('middle of the cube: the agent'),
  radius: int('cells in each direction').min(0),
  encoding: oneOf(['RLE', 'DELTA'], 'how the cells are written'),
  data: str('RLE: runs of (block id, length) as varints in base64').optional(),
  ops: z.array(VoxelOp).describe('DELTA: cells that differ from the cube sent before, which is not shifted').optional(),
})
export type Voxels = Wire<typeof Voxels>

const entity = z.object({
  id: str('agent id, item entity id or `TYPE@x,y,z`').default(''),
  type: openWord(
    [
      'AGENT',
      'CHEST',
      'FURNACE',
      'CONTRACT_TERMINAL',
      'BULLETIN_BOARD',
      'SIGN',
      'CONVEYOR',
      'SWITCH',
      'SENSOR',
      'ITEM',
    ],
    'what it is',
  ),
  pos: vec3('where it is'),
  tags: strings('`org:<id>`, `wanted`, `has_text`, `dir:+X`, `state:on` and the like').optional(),
  reputation_hint: num('agents: trade reputation').optional(),
  item: str('items: which').optional(),
  count: int('items: how many').optional(),
})
export type ObsEntity = Wire<typeof entity>

const taskLine = z.object({
  task_id: str('the task').default(''),
  kind: str('its type').default(''),
  progress: num('0..1').default(0),
  target: vec3('where it leads; zero for work').default([0, 0, 0]),
  eta_ticks: int('ticks left, when known').optional(),
})

const boardLine = z.object({
  board_id: str('the board').default(''),
  top_posts: z
    .array(
      z.object({
        post_id: str('the post').default(''),
        author: str('who wrote it').default(''),
        title: str('headline').default(''),
        summary: str('first 120 bytes of the text').default(''),
      }),
    )
    .describe('newest first, at most 5')
    .default([]),
})

const funScore = z.object({
  novelty: int('points').default(0),
  creation: int('points').default(0),
  social: int('points').default(0),
  influence: int('points').default(0),
  narrative: int('points').default(0),
  risk_rescue: int('points').default(0),
})

export const Obs = defineMessage({
  name: 'OBS',
  doc: 'What the agent perceives, once per tick, after everything of the tick has happened.',
  direction: 'server to client',
  phase: 'joined',
  versions: ['1.1', '1.0', '0.9'],
  schema: z.object({
    type: z.literal('OBS'),
    protocol_version: protocolVersion(),
    tick: uint('the tick just simulated').default(0),
    agent_id: str('the agent').default(''),
    obs_id: str('`<agent_id>:<tick>:<events_cursor>`').optional(),
    events_cursor: uint('cursor of the last event here').optional(),
    world_id: str('world the agent is in').optional(),
    world_clock: uint('the same as `tick`').optional(),
    world: worldPart.describe('the world around'),
    self: selfPart.describe('the agent itself'),
    inventory: stacks('what the agent carries, by item').default([]),
    equipment: z
      .object({
        main_hand: str('item or `NONE`').default('NONE'),
        armor: strings('four items or `NONE`').default([]),
      })
      .describe('what the agent wears')
      .prefault({}),
    local_rules: localRules.describe('what holds where the agent stands').prefault({}),
    voxels: Voxels.describe('the cube of cells around the agent'),
    entities: z.array(entity).describe('agents, things and devices near by').default([]),
    events: z.array(AnyEvent).describe('what happened to the agent since the last OBS').default([]),
    tasks: z.array(taskLine).describe('running tasks, movement first').default([]),
    fun_score: funScore.describe('totals; absent while all are 0').optional(),
    public_boards: z.array(boardLine).describe('boards with posts, by id').optional(),
    memory: z
      .array(z.object({ key: str('key').default(''), value: str('note').default('') }))
      .describe('answer to LOAD_MEMORY, by key')
      .optional(),
    entities_omitted: uint('how many entities were left out, for clients with `capabilities.clawstead`').optional(),
    obs_every: uint(
      'the server is overloaded and sends only every k-th OBS, with the events of all ticks between; for clients with `capabilities.clawstead`',
    ).optional(),
  }),
})
export type Obs = Omit<Wire<typeof Obs.schema>, 'events'> & { readonly events: readonly ReceivedEvent[] }
