import { z } from 'zod'
import { AnyInstant, AnyTask, type Instant, type Task } from '../actions/actions.js'
import { defineMessage, refusal } from '../define.js'
import { ACT_LIST_MAX, REFERENCE_CHARS_MAX } from '../limits.js'
import { str, uint, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

const reference = (doc: string) => z.string().max(REFERENCE_CHARS_MAX).describe(doc).default('')

export const Act = defineMessage({
  name: 'ACT',
  doc: 'What the agent wants done. Cancels come first, then instants, then tasks, each in the order given.',
  direction: 'client to server',
  phase: 'joined',
  versions: ['1.1', '1.0', '0.9'],
  refusals: [
    refusal('E_PROTO_BAD_REQUEST', 'bad ACT payload', 'ACK: a field has the wrong type or breaks a limit'),
    refusal('E_PROTO_BAD_REQUEST', 'unsupported protocol_version', 'ACK: the version is missing or unknown'),
    refusal('E_PROTO_BAD_REQUEST', 'missing act_id', 'ACK: it is blank'),
    refusal('E_PROTO_BAD_REQUEST', 'missing based_on_obs_id', 'ACK: it is blank'),
    refusal(
      'E_PROTO_BAD_REQUEST',
      'expected_world_id required for mutating ACT',
      'ACK: it is blank although something is to be done',
    ),
    refusal('E_WORLD_BUSY', 'expected_world_id mismatch', 'ACTION_RESULT: the agent is in another world'),
    refusal('E_WORLD_BUSY', 'world inbox busy', 'ACTION_RESULT: the world cannot take more work'),
    refusal('E_STALE', 'act tick out of range', 'ACTION_RESULT: the tick is too old or lies ahead'),
    refusal('E_INVALID_TARGET', 'task not found', 'ACTION_RESULT of a cancel: no such task of the agent runs'),
    refusal('E_BAD_REQUEST', 'unknown instant type', 'ACTION_RESULT: no instant has that name'),
    refusal('E_BAD_REQUEST', 'unknown task type', 'ACTION_RESULT: no task has that name'),
  ],
  schema: z.object({
    type: z.literal('ACT'),
    protocol_version: protocolVersion(),
    act_id: reference(
      'names the whole ACT; a repeated one is acknowledged again and not carried out again; needed in 1.1',
    ),
    based_on_obs_id: reference('the OBS the client had seen; needed in 1.1'),
    idempotency_key: reference('has no effect: `act_id` is the key'),
    tick: uint('tick of the OBS the client had seen; at most two ticks old when it is carried out').default(0),
    agent_id: str("has no effect: the session's agent acts").default(''),
    expected_world_id: reference(
      'the world the client believes the agent is in; needed in 1.1 when something is to be done',
    ),
    instants: z.array(AnyInstant).max(ACT_LIST_MAX).describe('done at once').default([]),
    tasks: z.array(AnyTask).max(ACT_LIST_MAX).describe('take time').default([]),
    cancel: z.array(z.string()).max(ACT_LIST_MAX).describe('server ids of tasks to end').default([]),
  }),
})
export type Act = Omit<Wire<typeof Act.schema>, 'instants' | 'tasks'> & {
  readonly instants: readonly Instant[]
  readonly tasks: readonly Task[]
}
