import { defineTask, refusal } from '../define.js'
import { num, str, vec3 } from '../primitives.js'
import { missingTargetId, movementBusy, outOfBounds } from './shared-refusals.js'

const moveFailures = [
  refusal('E_BLOCKED', 'blocked', 'no way leads on'),
  refusal('E_NO_PERMISSION', 'wanted: law reputation too low', 'a wanted agent may not enter the core of a city'),
  refusal('E_NO_PERMISSION', 'access pass required', 'the core needs a ticket that cannot be bought'),
  refusal('E_NO_RESOURCE', 'need access ticket', 'the agent does not carry the ticket the core asks for'),
]

export const Stop = defineTask({
  name: 'STOP',
  doc: 'Stand still: ends the movement task, if one runs, without a TASK_FAIL.',
  slot: 'none',
  fields: {},
  result: 'message `stopped`, no `task_id`',
  refusals: [],
  failures: [],
})

export const MoveTo = defineTask({
  name: 'MOVE_TO',
  doc: 'Walk to a place, one block per tick.',
  slot: 'movement',
  fields: {
    target: vec3('where to; a cell one cannot stand in names its column, and y 0 the level nearest the agent'),
    tolerance: num('how near is near enough, in blocks'),
  },
  needs: ['target'],
  result: '`task_id`, and `resolved` where it goes to another cell than named',
  refusals: [movementBusy, refusal('E_BAD_REQUEST', 'missing target', 'no place is named'), outOfBounds],
  failures: moveFailures,
})

export const Follow = defineTask({
  name: 'FOLLOW',
  doc: 'Keep near an agent or a container. Never ends by itself.',
  slot: 'movement',
  fields: {
    target_id: str('agent id or container id'),
    distance: num('how near to keep; 0 or less means 2, at most 32'),
  },
  needs: ['target_id'],
  result: '`task_id`',
  refusals: [movementBusy, missingTargetId, refusal('E_INVALID_TARGET', 'target not found', 'nothing has that id')],
  failures: [refusal('E_INVALID_TARGET', 'follow target not found', 'the target left or was removed'), ...moveFailures],
})
