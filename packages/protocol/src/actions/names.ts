import type { Instant, KnownInstant, KnownTask, Task } from './actions.js'

/** Every instant of protocol 1.1. */
const INSTANT_NAMES = [
  'SAY',
  'WHISPER',
  'EAT',
  'SAVE_MEMORY',
  'LOAD_MEMORY',
  'OFFER_TRADE',
  'ACCEPT_TRADE',
  'DECLINE_TRADE',
  'POST_BOARD',
  'SEARCH_BOARD',
  'SET_SIGN',
  'TOGGLE_SWITCH',
  'POST_CONTRACT',
  'ACCEPT_CONTRACT',
  'SUBMIT_CONTRACT',
  'CLAIM_OWED',
  'SET_PERMISSIONS',
  'UPGRADE_CLAIM',
  'ADD_MEMBER',
  'REMOVE_MEMBER',
  'DEED_LAND',
  'CREATE_ORG',
  'JOIN_ORG',
  'LEAVE_ORG',
  'ORG_DEPOSIT',
  'ORG_WITHDRAW',
  'PROPOSE_LAW',
  'VOTE',
  'SWITCH_WORLD',
] as const

/** Instants beyond it, for clients that ask for them in HELLO. */
const ADDED_INSTANT_NAMES = ['MUTE', 'UNMUTE'] as const

/** Every task. */
const TASK_NAMES = [
  'STOP',
  'MOVE_TO',
  'FOLLOW',
  'MINE',
  'GATHER',
  'PLACE',
  'OPEN',
  'TRANSFER',
  'CRAFT',
  'SMELT',
  'BUILD_BLUEPRINT',
  'CLAIM_LAND',
] as const

export type AgreedInstantName = (typeof INSTANT_NAMES)[number]
export type AddedInstantName = (typeof ADDED_INSTANT_NAMES)[number]
export type InstantName = AgreedInstantName | AddedInstantName
export type TaskName = (typeof TASK_NAMES)[number]

const added: ReadonlySet<string> = new Set(ADDED_INSTANT_NAMES)
const instants: ReadonlySet<string> = new Set([...INSTANT_NAMES, ...ADDED_INSTANT_NAMES])
const tasks: ReadonlySet<string> = new Set(TASK_NAMES)

export const isInstantName = (name: string): name is InstantName => instants.has(name)
export const isAddedInstant = (name: string): name is AddedInstantName => added.has(name)
export const isTaskName = (name: string): name is TaskName => tasks.has(name)
export const isKnownInstant = (instant: Instant): instant is KnownInstant => isInstantName(instant.type)
export const isKnownTask = (task: Task): task is KnownTask => isTaskName(task.type)
