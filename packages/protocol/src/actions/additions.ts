import { defineInstant, refusal } from '../define.js'
import { str } from '../primitives.js'
import { missingTargetId } from './shared-refusals.js'

// What this server understands beyond protocol 1.1. Offered to clients that say `capabilities.clawstead` in HELLO;
// to all others these are unknown instants.

export const Mute = defineInstant({
  name: 'MUTE',
  doc: 'Stop hearing an agent: its chat and whispers are no longer delivered to this one.',
  fields: { target_id: str('agent id') },
  needs: ['target_id'],
  result: 'message `ok`',
  refusals: [
    missingTargetId,
    refusal('E_INVALID_TARGET', 'target not found', 'no such agent in this world, or the agent itself'),
    refusal('E_NO_RESOURCE', 'too many mutes', 'the list of muted agents is full'),
  ],
})

export const Unmute = defineInstant({
  name: 'UNMUTE',
  doc: 'Hear a muted agent again.',
  fields: { target_id: str('agent id') },
  needs: ['target_id'],
  result: 'message `ok`, also when it was not muted',
  refusals: [missingTargetId],
})
