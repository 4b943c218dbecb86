import type { InstantName, InstantOf, TaskName, TaskOf } from '@clawstead/protocol'
import type { ImmediateTaskRule, InstantRule, TaskRule } from '../rule.js'
import type { MovementTask, WorkTask } from '../state.js'
import { buildBlueprint } from './build-blueprint.js'
import { craft } from './craft.js'
import { eat } from './eat.js'
import { follow } from './follow.js'
import { gather } from './gather.js'
import { loadMemory } from './load-memory.js'
import { mine } from './mine.js'
import { moveTo } from './move-to.js'
import { mute, unmute } from './mute.js'
import { open } from './open.js'
import { place } from './place.js'
import { postBoard } from './post-board.js'
import { saveMemory } from './save-memory.js'
import { say } from './say.js'
import { searchBoard } from './search-board.js'
import { setSign } from './set-sign.js'
import { smelt } from './smelt.js'
import { stop } from './stop.js'
import { switchWorld } from './switch-world.js'
import { transfer } from './transfer.js'
import { whisper } from './whisper.js'

/** Stands where an action's rules have not been written: asked for, it is refused by name. */
export const NOT_HERE = 'not here'
type NotHere = typeof NOT_HERE

/** Every instant of the protocol and what it does. A missing one does not compile. */
const INSTANT_RULES: { readonly [N in InstantName]: InstantRule<InstantOf<N>> | NotHere } = {
  SAY: say,
  WHISPER: whisper,
  EAT: eat,
  SAVE_MEMORY: saveMemory,
  LOAD_MEMORY: loadMemory,
  POST_BOARD: postBoard,
  SEARCH_BOARD: searchBoard,
  SET_SIGN: setSign,
  MUTE: mute,
  UNMUTE: unmute,
  OFFER_TRADE: NOT_HERE,
  ACCEPT_TRADE: NOT_HERE,
  DECLINE_TRADE: NOT_HERE,
  TOGGLE_SWITCH: NOT_HERE,
  POST_CONTRACT: NOT_HERE,
  ACCEPT_CONTRACT: NOT_HERE,
  SUBMIT_CONTRACT: NOT_HERE,
  CLAIM_OWED: NOT_HERE,
  SET_PERMISSIONS: NOT_HERE,
  UPGRADE_CLAIM: NOT_HERE,
  ADD_MEMBER: NOT_HERE,
  REMOVE_MEMBER: NOT_HERE,
  DEED_LAND: NOT_HERE,
  CREATE_ORG: NOT_HERE,
  JOIN_ORG: NOT_HERE,
  LEAVE_ORG: NOT_HERE,
  ORG_DEPOSIT: NOT_HERE,
  ORG_WITHDRAW: NOT_HERE,
  PROPOSE_LAW: NOT_HERE,
  VOTE: NOT_HERE,
  SWITCH_WORLD: switchWorld,
}

/** Every task of the protocol and how it goes. */
const TASK_RULES: { readonly [N in TaskName]: TaskRule<TaskOf<N>> | ImmediateTaskRule<TaskOf<N>> | NotHere } = {
  STOP: stop,
  MOVE_TO: moveTo,
  FOLLOW: follow,
  MINE: mine,
  GATHER: gather,
  PLACE: place,
  OPEN: open,
  TRANSFER: transfer,
  CRAFT: craft,
  SMELT: smelt,
  BUILD_BLUEPRINT: buildBlueprint,
  CLAIM_LAND: NOT_HERE,
}

// The tables pair every action with its own rule. Looked up by a name that is only known at run time, a rule is
// handed out for any action of its kind; the caller passes it the action whose name it asked with.

export function instantRule(name: InstantName): InstantRule | NotHere {
  return INSTANT_RULES[name]
}

export function taskRule(name: TaskName): TaskRule | ImmediateTaskRule | NotHere {
  return TASK_RULES[name]
}

/** The rule of a task that is running, which therefore has one. */
export function runningTaskRule(kind: (MovementTask | WorkTask)['kind']): TaskRule {
  const rule = taskRule(kind)
  if (rule === NOT_HERE || rule.slot === 'none') throw new Error(`${kind} cannot be running`)
  return rule
}
