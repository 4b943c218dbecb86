import { type AnyActionDefinition, INSTANTS, TASKS } from '@clawstead/protocol'
import type { WatchedAction } from './outcome-watch.js'

const DEFINITION_BY_TYPE: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...Object.values(TASKS), ...Object.values(INSTANTS)].map((definition) => [definition.name, definition]),
)

/** What can be done about a text of the world, where its code alone says too little. */
const ADVICE_BY_MESSAGE: Readonly<Record<string, string>> = {
  'movement task slot occupied': 'Another walk runs: pass its task_id in `cancel`, or wait for it.',
  'work task slot occupied': 'Other work runs: pass its task_id in `cancel`, or wait for it.',
  'too far': 'MOVE_TO a cell next to it first.',
  'too far from src': 'MOVE_TO a cell next to that container first.',
  'too far from dst': 'MOVE_TO a cell next to that container first.',
  'need crafting bench nearby': 'Stand within 2 cells of a CRAFTING_BENCH: find one, or craft and PLACE one.',
  'need furnace nearby': 'Stand within 2 cells of a FURNACE: find one, or craft and PLACE one.',
  'missing inputs': 'Use voxelcraft_plan for the item to see what is missing.',
  'item entity not found': 'It is gone or has another id: voxelcraft_look lists items near.',
  'space occupied': 'Something stands there: choose another cell, or MINE it first.',
  'space occupied by a body': 'Somebody stands in the plan, perhaps you: step out of its cells and try again.',
  'no block': 'The cell is empty: voxelcraft_look for cells with blocks.',
}

const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  E_BAD_REQUEST: 'Correct the arguments; the resource clawstead://actions lists them.',
  E_NO_PERMISSION: 'Go elsewhere or ask the owner: the land or the world does not allow it here.',
  E_NO_RESOURCE: 'Get what is missing first; voxelcraft_plan tells how.',
  E_INVALID_TARGET: 'Check the target: voxelcraft_look or voxelcraft_find gives valid ids and cells.',
  E_RATE_LIMIT: 'Wait until the tick that the result names.',
  E_CONFLICT: 'Something of that kind exists or runs already; deal with that first.',
  E_BLOCKED: 'Take another way or come closer; voxelcraft_plan with go_to tells what is reachable.',
  E_WORLD_COOLDOWN: 'Stay a while before switching worlds again.',
  E_STALE: 'Try again.',
}

/** Why an action did not succeed, in more words than the wire has, and what to do next. */
export function adviceFor({ type, code, message = '' }: WatchedAction): { why?: string; next: string } {
  const definition = DEFINITION_BY_TYPE.get(type)
  const known = [...(definition?.refusals ?? []), ...(definition?.failures ?? [])]
  const when = known.find((refusal) => refusal.code === code && refusal.message === message)?.when
  const next = ADVICE_BY_MESSAGE[message] ?? ADVICE_BY_CODE[code ?? ''] ?? 'voxelcraft_look at the situation again.'
  return { ...(when === undefined ? {} : { why: when }), next }
}
