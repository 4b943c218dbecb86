import { defineInstant, refusal } from '../define.js'
import { MEMORY_BYTES_MAX } from '../limits.js'
import { int, str } from '../primitives.js'

export const Eat = defineInstant({
  name: 'EAT',
  doc: 'Eat food from the inventory.',
  fields: { item_id: str('a food item'), count: int('how many; 0 or less means 1') },
  needs: ['item_id'],
  result: 'message `ok`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing item_id', 'no item is named'),
    refusal('E_INVALID_TARGET', 'unknown item', 'no such item exists'),
    refusal('E_BAD_REQUEST', 'item not edible', 'the item is not food'),
    refusal('E_NO_RESOURCE', 'missing food', 'the agent carries fewer than that'),
  ],
})

export const SaveMemory = defineInstant({
  name: 'SAVE_MEMORY',
  doc: 'Keep a note under a key. It survives resets, restarts and world switches.',
  fields: {
    key: str('name of the note; replaces one of the same name'),
    value: str('the note'),
    ttl_ticks: int('forget it after so many ticks; 0 or less means never'),
  },
  needs: ['key'],
  result: 'message `ok`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing key', 'the key is blank'),
    refusal(
      'E_NO_RESOURCE',
      'memory budget exceeded',
      `all keys and values together would be more than ${MEMORY_BYTES_MAX} bytes`,
    ),
  ],
})

export const LoadMemory = defineInstant({
  name: 'LOAD_MEMORY',
  doc: 'Read notes back. They come as `memory` in the OBS of the same tick, and only there.',
  fields: {
    prefix: str('only keys that begin with this'),
    limit: int('how many notes; out of 1..256 means 64'),
  },
  result: 'message `loaded <n> keys`',
  refusals: [],
})

export const SwitchWorld = defineInstant({
  name: 'SWITCH_WORLD',
  doc: 'Walk through a gate into another world, with everything carried. The instants around it in the same ACT are carried out too; tasks asked for with it are refused once the agent is on its way.',
  fields: {
    target_world_id: str('world to go to'),
    entry_point_id: str('gate to leave by, in the world the agent is in; default: the one it stands in'),
  },
  needs: ['target_world_id'],
  result:
    '`world_id`, `from`, `from_entry_id`, `to_entry_id`; message `already in target world` when it is there already',
  refusals: [
    refusal('E_WORLD_NOT_FOUND', 'missing target world', 'the target is blank'),
    refusal('E_WORLD_NOT_FOUND', 'target world not found', 'no world has that id'),
    refusal('E_WORLD_DENIED', 'entry point required', 'no enabled route, or the agent does not stand in its gate'),
    refusal('E_WORLD_DENIED', 'permit required', 'the route or the target world needs a permit'),
    refusal('E_WORLD_COOLDOWN', 'switch cooldown active', 'the agent switched too recently'),
    refusal('E_WORLD_BUSY', 'switch failed: target world is not running', 'the target world stands still'),
    refusal('E_WORLD_BUSY', 'switch failed: agent already present', 'the target world holds the same agent'),
    refusal('E_BAD_REQUEST', 'unknown instant type', 'the server hosts a single world'),
  ],
})
