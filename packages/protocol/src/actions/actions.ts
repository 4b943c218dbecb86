import { z } from 'zod'
import { type AnyActionDefinition, actionId } from '../define.js'
import type { DeepReadonly } from '../primitives.js'
import { Mute, Unmute } from './additions.js'
import { AddMember, DeedLand, ProposeLaw, RemoveMember, SetPermissions, UpgradeClaim, Vote } from './instants-land.js'
import { CreateOrg, JoinOrg, LeaveOrg, OrgDeposit, OrgWithdraw } from './instants-org.js'
import { Eat, LoadMemory, SaveMemory, SwitchWorld } from './instants-self.js'
import { PostBoard, Say, SearchBoard, SetSign, ToggleSwitch, Whisper } from './instants-talk.js'
import {
  AcceptContract,
  AcceptTrade,
  ClaimOwed,
  DeclineTrade,
  OfferTrade,
  PostContract,
  SubmitContract,
} from './instants-trade.js'
import type { AddedInstantName, AgreedInstantName, InstantName, TaskName } from './names.js'
import { Follow, MoveTo, Stop } from './tasks-move.js'
import { BuildBlueprint, ClaimLand, Craft, Gather, Mine, Open, Place, Smelt, Transfer } from './tasks-work.js'

/** Every instant: done, or refused, in the tick that takes the ACT. */
export const INSTANTS = {
  SAY: Say,
  WHISPER: Whisper,
  EAT: Eat,
  SAVE_MEMORY: SaveMemory,
  LOAD_MEMORY: LoadMemory,
  OFFER_TRADE: OfferTrade,
  ACCEPT_TRADE: AcceptTrade,
  DECLINE_TRADE: DeclineTrade,
  POST_BOARD: PostBoard,
  SEARCH_BOARD: SearchBoard,
  SET_SIGN: SetSign,
  TOGGLE_SWITCH: ToggleSwitch,
  POST_CONTRACT: PostContract,
  ACCEPT_CONTRACT: AcceptContract,
  SUBMIT_CONTRACT: SubmitContract,
  CLAIM_OWED: ClaimOwed,
  SET_PERMISSIONS: SetPermissions,
  UPGRADE_CLAIM: UpgradeClaim,
  ADD_MEMBER: AddMember,
  REMOVE_MEMBER: RemoveMember,
  DEED_LAND: DeedLand,
  CREATE_ORG: CreateOrg,
  JOIN_ORG: JoinOrg,
  LEAVE_ORG: LeaveOrg,
  ORG_DEPOSIT: OrgDeposit,
  ORG_WITHDRAW: OrgWithdraw,
  PROPOSE_LAW: ProposeLaw,
  VOTE: Vote,
  SWITCH_WORLD: SwitchWorld,
} as const satisfies Record<AgreedInstantName, AnyActionDefinition>

/** Instants beyond protocol 1.1, for clients that ask for them in HELLO. */
export const ADDED_INSTANTS = { MUTE: Mute, UNMUTE: Unmute } as const satisfies Record<
  AddedInstantName,
  AnyActionDefinition
>

const ALL_INSTANTS = { ...INSTANTS, ...ADDED_INSTANTS } as const

/** Every task: accepted with a `task_id`, then carried out over one or more ticks (STOP and CLAIM_LAND at once). */
export const TASKS = {
  STOP: Stop,
  MOVE_TO: MoveTo,
  FOLLOW: Follow,
  MINE: Mine,
  GATHER: Gather,
  PLACE: Place,
  OPEN: Open,
  TRANSFER: Transfer,
  CRAFT: Craft,
  SMELT: Smelt,
  BUILD_BLUEPRINT: BuildBlueprint,
  CLAIM_LAND: ClaimLand,
} as const satisfies Record<TaskName, AnyActionDefinition>

/** The instant of one name: `InstantOf<'SAY'>`. */
export type InstantOf<N extends InstantName> = DeepReadonly<z.output<(typeof ALL_INSTANTS)[N]['schema']>>
export type TaskOf<N extends TaskName> = DeepReadonly<z.output<(typeof TASKS)[N]['schema']>>

export type KnownInstant = { [N in InstantName]: InstantOf<N> }[InstantName]
export type KnownTask = { [N in TaskName]: TaskOf<N> }[TaskName]

/** An action whose `type` this protocol does not know. The world refuses it by name. */
export interface UnknownAction {
  readonly type: string & { readonly __unknownAction: true }
  readonly id: string
}

export type Instant = KnownInstant | UnknownAction
export type Task = KnownTask | UnknownAction

/**
 * Every argument of every action of a kind, in one object. This is what a decoder checks an action against: a known
 * argument of the wrong type spoils the frame even where the action has no use for it, as existing servers have it.
 */
function anyActionSchema(definitions: Readonly<Record<string, AnyActionDefinition>>) {
  const shape: Record<string, z.ZodType> = {
    type: z.string().describe('name of the action').default(''),
    id: actionId(),
  }
  for (const definition of Object.values(definitions)) {
    for (const [key, field] of Object.entries(definition.fields)) shape[key] ??= (field as z.ZodType).optional()
  }
  return z.object(shape)
}

export const AnyInstant = anyActionSchema(ALL_INSTANTS) as unknown as z.ZodType<Instant>
export const AnyTask = anyActionSchema(TASKS) as unknown as z.ZodType<Task>
