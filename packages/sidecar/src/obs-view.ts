import type { Observation } from '@clawstead/client'
import { encodeRle, type Obs, type ReceivedEvent } from '@clawstead/protocol'
import { SUMMARY_EVENTS_MAX } from './limits.js'

export const OBS_MODES = ['full', 'no_voxels', 'summary'] as const
export type ObsMode = (typeof OBS_MODES)[number]

/** What an answer adds to the newest observation: what was in those that nobody picked up. */
export type Carried = { readonly events: readonly ReceivedEvent[]; readonly memory: Obs['memory'] }

const SUMMARY_FIELDS = [
  'type',
  'protocol_version',
  'tick',
  'agent_id',
  'world_id',
  'world_clock',
  'world',
  'self',
  'inventory',
  'local_rules',
  'entities',
  'events',
  'tasks',
  'fun_score',
  'public_boards',
] as const satisfies readonly (keyof Obs)[]

/** An observation as get_obs hands it out. */
export function viewObs(observation: Observation, mode: ObsMode, carried: Carried): Record<string, unknown> {
  if (mode === 'full') return fullView(observation, carried)
  const { voxels, local_rules, ...obs } = observation.obs
  const { tax, ...rules } = local_rules
  const known = {
    ...obs,
    local_rules: Object.keys(tax).length === 0 ? rules : { ...rules, tax },
    ...memoryOf(carried),
  }
  if (mode === 'no_voxels') {
    const { center, radius, encoding } = voxels
    return { ...known, voxels: { center, radius, encoding }, events: carried.events }
  }
  const summary = { ...known, events: carried.events.slice(-SUMMARY_EVENTS_MAX) }
  return Object.fromEntries(
    SUMMARY_FIELDS.flatMap((field) => (summary[field] === undefined ? [] : [[field, summary[field]]])),
  )
}

/** The frame as it came, unknown fields included, but always with the whole cube. */
function fullView({ text, cube }: Observation, carried: Carried): Record<string, unknown> {
  const frame = JSON.parse(text) as Record<string, unknown>
  const received = frame.voxels as Record<string, unknown>
  const { ops: _ops, ...rest } = received
  const voxels =
    received.encoding === 'RLE' || cube === undefined
      ? received
      : { ...rest, encoding: 'RLE', data: encodeRle(cube.cells) }
  return { ...frame, voxels, ...memoryOf(carried), events: carried.events }
}

function memoryOf({ memory }: Carried): { memory?: NonNullable<Obs['memory']> } {
  return memory === undefined ? {} : { memory }
}
