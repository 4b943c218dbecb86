import { z } from 'zod'
import { defineMessage } from '../define.js'
import { Act } from '../messages/act.js'
import { bool, int, num, openWord, str, strings, uint, uint16, vec3, type Wire } from '../primitives.js'
import { OBSERVER_VERSION } from './subscribe.js'

const observedTask = z.object({
  kind: str('its type').default(''),
  target_id: str('FOLLOW: whom').optional(),
  target: vec3('where').default([0, 0, 0]),
  progress: num('0..1').default(0),
  eta_ticks: int('ticks left, when known').optional(),
})

export const ObservedAgent = z.object({
  id: str('agent id').default(''),
  name: str('its name').default(''),
  connected: bool('whether a client is connected').default(false),
  org_id: str('its org').optional(),
  pos: vec3('where it stands'),
  yaw: int('degrees').default(0),
  hp: int('health').default(0),
  hunger: int('0 starving .. 20 full').default(0),
  stamina_milli: int('0..1000').default(0),
  move_task: observedTask.describe('running movement task').optional(),
  work_task: observedTask.describe('running work task').optional(),
})
export type ObservedAgent = Wire<typeof ObservedAgent>

export const Audit = z.object({
  tick: uint('when').default(0),
  actor: str('agent id or `WORLD`').default(''),
  action: openWord(['SET_BLOCK'], 'what was done'),
  pos: vec3('where'),
  from: uint16('block id before').default(0),
  to: uint16('block id after').default(0),
  reason: openWord(['MINE', 'PLACE', 'BUILD_BLUEPRINT', 'CLAIM_LAND', 'EVENT:<event id>'], 'why').optional(),
})
export type Audit = Wire<typeof Audit>

export const Tick = defineMessage({
  name: 'TICK',
  doc: 'One tick of the world as seen from outside.',
  direction: 'server to client',
  phase: 'any',
  versions: [OBSERVER_VERSION],
  schema: z.object({
    type: z.literal('TICK'),
    protocol_version: str('`0.1`').default(''),
    tick: uint('the tick just simulated').default(0),
    time_of_day: num('0 up to 1').default(0),
    weather: str('weather').default(''),
    active_event_id: str('running world event').optional(),
    active_event_ends_tick: uint('when it ends').optional(),
    agents: z.array(ObservedAgent).describe('all agents, connected or not, by id').default([]),
    joins: z
      .array(z.object({ agent_id: str('who').default(''), name: str('its name').default('') }))
      .describe('new agents')
      .optional(),
    leaves: strings('agents whose client went away').optional(),
    actions: z
      .array(z.object({ agent_id: str('who').default(''), act: Act.schema }))
      .describe('ACTs that reached the world in this tick')
      .optional(),
    audits: z.array(Audit).describe('block changes of this tick').optional(),
  }),
})
export type Tick = Omit<Wire<typeof Tick.schema>, 'actions'> & {
  readonly actions?: readonly { readonly agent_id: string; readonly act: Act }[]
}
