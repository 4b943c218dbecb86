import type { ErrorCode, KnownInstant, KnownTask, Vec3 } from '@clawstead/protocol'
import type { Agent, MovementTask, WorkTask } from './state.js'
import type { Tx } from './tx.js'
import type { World } from './world.js'

/** Yes, or no with a reason that the agent can act on. */
export type Verdict = typeof OK | Refusal

export interface Refusal {
  readonly ok: false
  readonly code: ErrorCode
  readonly message: string
  /** Further fields of the answer, e.g. how long to wait. */
  readonly detail?: Readonly<Record<string, unknown>>
}

export const OK = { ok: true } as const

export function refuse(code: ErrorCode, message: string, detail?: Readonly<Record<string, unknown>>): Refusal {
  return detail === undefined ? { ok: false, code, message } : { ok: false, code, message, detail }
}

/** Fields of a positive ACTION_RESULT, e.g. `{ message: 'ok' }` or `{ post_id: 'P000002' }`. */
export type Answer = Readonly<Record<string, unknown>>

/** Instead of an answer: it will be given elsewhere. */
export const LATER = 'later'

export const ANSWER_OK: Answer = { message: 'ok' }

/** Something done at once. `check` is pure; `apply` runs only after it said yes, and cannot fail. */
export interface InstantRule<I extends KnownInstant = KnownInstant> {
  check(world: World, agent: Agent, instant: I): Verdict
  apply(tx: Tx, agent: Agent, instant: I): Answer | typeof LATER
}

/** How far a running task is, as OBS shows it. */
export interface Progress {
  readonly progress: number
  readonly target: Vec3
  readonly etaTicks: number
}

/** Done, with more fields of TASK_DONE, e.g. the tool that broke over it. */
interface DoneWith {
  readonly ok: true
  readonly detail: Answer
}

/** How one tick of a task ended. */
export type Outcome = 'running' | 'done' | DoneWith | Refusal

/** Something that takes time. `check` answers the request, `step` does one tick of it and may still end in a reason. */
export interface TaskRule<
  T extends KnownTask = KnownTask,
  R extends MovementTask | WorkTask = MovementTask | WorkTask,
> {
  readonly slot: 'movement' | 'work'
  /** Whether this world lets anybody do it at all. Asked before the slot is looked at. */
  allowed?(world: World): Verdict
  check(world: World, agent: Agent, task: T): Verdict
  begin(world: World, agent: Agent, task: T, taskId: string): R
  /** What the ACTION_RESULT says beside the task id. */
  answer?(world: World, task: T, running: R): Answer
  step(tx: Tx, agent: Agent, running: R): Outcome
  progress(world: World, agent: Agent, running: R): Progress
}

/** A task that is over the moment it is asked for: it takes no slot and gets no task id. */
export interface ImmediateTaskRule<T extends KnownTask = KnownTask> {
  readonly slot: 'none'
  check(world: World, agent: Agent, task: T): Verdict
  apply(tx: Tx, agent: Agent, task: T): Answer
}

/** Something that happens by itself each tick. */
export type System = (tx: Tx) => void

/** What somebody may want to do somewhere. */
export type Right = 'build' | 'break' | 'trade' | 'damage' | 'withdraw' | 'pickup'
