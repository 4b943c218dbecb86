import type { Caller } from './caller.js'

/** A request as every door sees it, after authentication. */
export type DoorRequest = {
  readonly method: string
  /** Path only, without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
  readonly caller: Caller
  /** Text after the `?`. */
  readonly query?: string
  /** Fires when the sender is gone before the answer was complete. */
  readonly signal?: AbortSignal
}

export type DoorAnswer = {
  readonly status: number
  /** Absent for an answer without content. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The whole content, or its parts as they come. */
  readonly body: string | ReadableStream<Uint8Array>
}

/** One dialect. Of several doors the first that takes a request answers it. */
export type Door = {
  readonly name: string
  /** Decided before the body is read. A path that some door serves, but not with this method, is 405; others are 404. */
  serves(route: { readonly method: string; readonly path: string }): boolean
  /** Decided with the whole request in hand: several dialects share one path. */
  takes(request: DoorRequest): boolean
  answer(request: DoorRequest): Promise<DoorAnswer>
  /** Ends what the door keeps open between requests. */
  close?(): Promise<void>
}

export const plainText = (status: number, body: string): DoorAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
