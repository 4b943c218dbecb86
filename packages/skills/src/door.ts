import type { Caller } from './caller.js'
import type { GoneSignal } from './gone-signal.js'

/** What a verified signature covered. A door echoes the nonce in its answer and keeps a receipt of the rest. */
export type SignedCall = {
  readonly agentId: string
  /** 32 bytes as base64url. */
  readonly publicKey: string
  readonly method: string
  /** As they were received, before defaults. */
  readonly params: unknown
  readonly nonce: string
  /** Unix milliseconds, 13 digits. */
  readonly timestamp: string
  /** 64 bytes as base64url. */
  readonly signature: string
  /** The whole body, already read by the strict rules, so that the door need not read it again. */
  readonly body?: unknown
}

/** Why a request got no further, decided before any door answered. */
export type Refusal = {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Route = { readonly method: string; readonly path: string }

/** A request as every door sees it, after authentication. */
export type DoorRequest = {
  readonly method: string
  /** Path only, without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
  readonly caller: Caller
  /** There when the caller signed this very request with a key of its own. */
  readonly signed?: SignedCall
  /** Text after the `?`. */
  readonly query?: string
  /** Fires when the sender is gone before the answer was complete. */
  readonly signal?: GoneSignal
}

export type DoorAnswer = {
  readonly status: number
  /** Absent for an answer without content. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The whole content, or its parts as they come. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>
}

/** One dialect. Of several doors the first that takes a request answers it. */
export type Door = {
  readonly name: string
  /** Decided before the body is read. A path that some door serves, but not with this method, is 405; others are 404. */
  serves(route: Route): boolean
  /** Decided with the whole request in hand: several dialects share one path. */
  takes(request: DoorRequest): boolean
  answer(request: DoorRequest): Promise<DoorAnswer>
  /** Largest body it reads; a longer one is 413. Without it the limit of the server holds, and its answer. */
  readonly bodyBytesMax?: number
  /** Routes that are answered without a proof even where one is asked for: what must be read before anybody can be known. */
  isPublic?(route: Route): boolean
  /** A refusal in this door's own words; undefined for paths that are not its own. */
  refuse?(route: Route, refusal: Refusal): DoorAnswer | undefined
  /** Who is connected right now, beyond single requests. */
  liveClients?(): number
  /** Ends what the door keeps open between requests. */
  close?(): Promise<void>
}

export const plainText = (status: number, body: string): DoorAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
