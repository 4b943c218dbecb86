import { z } from 'zod'
import { int, str } from '../primitives.js'

/** Versions of the agents' protocol, newest first. */
export const KNOWN_VERSIONS = ['1.1', '1.0', '0.9'] as const
export type ProtocolVersion = (typeof KNOWN_VERSIONS)[number]

/** Every message says which version it is written in. Absent reads as empty: whoever needs it refuses then. */
export const protocolVersion = () => str('protocol version').default('')

/** What a client may know of a world before going there. */
export const WorldDescriptor = z.object({
  world_id: str('the world').default(''),
  world_type: str('kind of world').optional(),
  entry_point_id: str('its main gate').optional(),
  requires_permit: z.boolean().describe('whether going there needs a permit').optional(),
  switch_cooldown_ticks: int('how long to stay before switching again').optional(),
  reset_every_ticks: int('how often it is rebuilt or its season ends').optional(),
  reset_notice_ticks: int('how long before a reset it is announced').optional(),
})
export type WorldDescriptor = Readonly<z.output<typeof WorldDescriptor>>
