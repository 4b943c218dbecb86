import { z } from 'zod'
import type { ErrorCode } from './errors.js'
import { REFERENCE_CHARS_MAX } from './limits.js'

/** One way an action can be refused: its code, the exact text sent, and when it happens. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly when: string
}

export const refusal = (code: ErrorCode, message: string, when: string): Refusal => ({ code, message, when })

export type ActionKind = 'instant' | 'task'
/** Which of an agent's two slots a task takes while it runs. */
export type TaskSlot = 'movement' | 'work' | 'none'

type ActionShape<N extends string, F extends z.ZodRawShape> = {
  type: z.ZodLiteral<N>
  id: z.ZodDefault<z.ZodString>
} & { [K in keyof F]: z.ZodOptional<F[K] extends z.ZodType ? F[K] : never> }

/** Any action, for code that treats all of them alike. */
export interface AnyActionDefinition {
  readonly kind: ActionKind
  readonly name: string
  readonly doc: string
  readonly slot: TaskSlot
  /** The arguments, each with the one wire type its name has in every action of the kind. */
  readonly fields: z.ZodRawShape
  /** Arguments the action is refused without. On the wire all are optional: the refusal is the world's. */
  readonly needs: readonly string[]
  /** What the ACTION_RESULT of a success carries besides `ok`. */
  readonly result: string
  /** Refusals in the ACTION_RESULT, in the order they are checked. */
  readonly refusals: readonly Refusal[]
  /** Failures of the running task, sent as TASK_FAIL. */
  readonly failures: readonly Refusal[]
  readonly schema: z.ZodObject
}

export interface ActionDefinition<K extends ActionKind, N extends string, F extends z.ZodRawShape>
  extends AnyActionDefinition {
  readonly kind: K
  readonly name: N
  readonly fields: F
  readonly needs: readonly (keyof F & string)[]
  readonly schema: z.ZodObject<ActionShape<N, F>>
}

/** Client-chosen reference of an action, echoed as `ref`. */
export const actionId = () =>
  z.string().max(REFERENCE_CHARS_MAX).describe('reference chosen by the client, echoed as `ref`').default('')

interface ActionInput<N extends string, F extends z.ZodRawShape> {
  readonly name: N
  readonly doc: string
  readonly fields: F
  readonly needs?: readonly (keyof F & string)[]
  readonly result: string
  readonly refusals: readonly Refusal[]
}

/** Say an action once: type, decoder, JSON Schema and its page in docs/protocol.md come from this object. */
export function defineAction<K extends ActionKind, const N extends string, F extends z.ZodRawShape>(
  input: ActionInput<N, F> & { readonly kind: K; readonly slot: TaskSlot; readonly failures: readonly Refusal[] },
): ActionDefinition<K, N, F> {
  const shape: Record<string, z.ZodType> = { type: z.literal(input.name), id: actionId() }
  for (const [key, field] of Object.entries(input.fields)) shape[key] = (field as z.ZodType).optional()
  const schema = z.object(shape) as unknown as z.ZodObject<ActionShape<N, F>>
  return { needs: [], ...input, schema }
}

export const defineInstant = <const N extends string, F extends z.ZodRawShape>(input: ActionInput<N, F>) =>
  defineAction({ kind: 'instant', slot: 'none', failures: [], ...input })

export const defineTask = <const N extends string, F extends z.ZodRawShape>(
  input: ActionInput<N, F> & { readonly slot: TaskSlot; readonly failures: readonly Refusal[] },
) => defineAction({ kind: 'task', ...input })

type EventShape<N extends string, F extends z.ZodRawShape> = {
  t: z.ZodDefault<z.ZodInt>
  type: z.ZodLiteral<N>
} & F

/** Any event, for code that treats all of them alike. */
export interface AnyEventDefinition {
  readonly name: string
  readonly doc: string
  /** Who is told. */
  readonly recipient: string
  readonly fields: z.ZodRawShape
  readonly schema: z.ZodObject
}

export interface EventDefinition<N extends string, F extends z.ZodRawShape> extends AnyEventDefinition {
  readonly name: N
  readonly fields: F
  readonly schema: z.ZodObject<EventShape<N, F>>
}

/** Say an event once. */
export function defineEvent<const N extends string, F extends z.ZodRawShape>(input: {
  readonly name: N
  readonly doc: string
  readonly recipient: string
  readonly fields: F
}): EventDefinition<N, F> {
  const t = z.int().min(0).describe('tick in which it happened').default(0)
  const schema = z.object({ t, type: z.literal(input.name), ...input.fields })
  return { ...input, schema }
}

export type Direction = 'client to server' | 'server to client'
/** When in the life of a connection a message is legal. */
export type Phase = 'handshake' | 'joined' | 'any'

export interface MessageDefinition<N extends string = string, S extends z.ZodType = z.ZodType> {
  readonly name: N
  readonly doc: string
  readonly direction: Direction
  readonly phase: Phase
  /** Protocol versions in which the message exists. */
  readonly versions: readonly string[]
  /** Refusals of the message as a whole. */
  readonly refusals?: readonly Refusal[]
  readonly schema: S
}

/** Say a message once. */
export const defineMessage = <const N extends string, S extends z.ZodType>(
  input: MessageDefinition<N, S>,
): MessageDefinition<N, S> => input
