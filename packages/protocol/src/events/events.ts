import { z } from 'zod'
import type { DeepReadonly } from '../primitives.js'
import { ActionResult, Damage, Fun, Respawn, TaskDone, TaskFail } from './self-events.js'
import {
  Board,
  BoardSearch,
  Chat,
  Container,
  Sign,
  Switch,
  TradeDeclined,
  TradeDone,
  TradeOffer,
} from './talk-events.js'
import {
  AccessPass,
  EventGoal,
  Fine,
  Law,
  Maintenance,
  SeasonRollover,
  WorldEvent,
  WorldResetDone,
  WorldResetNotice,
  WorldSwitch,
} from './world-events.js'

/** Every event an agent can be told, by its wire name. */
export const EVENTS = {
  ACTION_RESULT: ActionResult,
  TASK_DONE: TaskDone,
  TASK_FAIL: TaskFail,
  CHAT: Chat,
  TRADE_OFFER: TradeOffer,
  TRADE_DONE: TradeDone,
  TRADE_DECLINED: TradeDeclined,
  CONTAINER: Container,
  BOARD: Board,
  BOARD_SEARCH: BoardSearch,
  SIGN: Sign,
  SWITCH: Switch,
  LAW: Law,
  MAINTENANCE: Maintenance,
  FINE: Fine,
  ACCESS_PASS: AccessPass,
  DAMAGE: Damage,
  RESPAWN: Respawn,
  FUN: Fun,
  EVENT_GOAL: EventGoal,
  WORLD_EVENT: WorldEvent,
  WORLD_RESET_NOTICE: WorldResetNotice,
  SEASON_ROLLOVER: SeasonRollover,
  WORLD_RESET_DONE: WorldResetDone,
  WORLD_SWITCH: WorldSwitch,
} as const

export type EventName = keyof typeof EVENTS
export type EventOf<N extends EventName> = DeepReadonly<z.output<(typeof EVENTS)[N]['schema']>>
/** An event as this server sends it. */
export type GameEvent = { [N in EventName]: EventOf<N> }[EventName]

/** An event of a server that knows more than this reader. */
export interface UnknownEvent {
  readonly type: string & { readonly __unknownEvent: true }
  readonly [field: string]: unknown
}

/** An event as a client reads it. Fields this reader does not know are kept on it. */
export type ReceivedEvent = GameEvent | UnknownEvent

export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
export const isKnownEvent = (event: ReceivedEvent): event is GameEvent => isEventName(event.type)

const knownEvents = Object.values(EVENTS).map((definition) => definition.schema.loose())

/** Known events are held to their fields, unknown ones pass as they are. */
export const AnyEvent = z.union([
  z.discriminatedUnion('type', knownEvents as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>]),
  z.looseObject({ type: z.string().refine((name) => !isEventName(name), 'a known event with a wrong field') }),
]) as unknown as z.ZodType<ReceivedEvent>
