import type { Ack, ReceivedEvent } from '@clawstead/protocol'

export type ConnectionErrorCode =
  /** There is no connection at the moment; the client is dialling. */
  | 'not_connected'
  /** The connection broke while the answer was under way. */
  | 'disconnected'
  /** `close()` was called. */
  | 'closed'
  /** The answer did not come in time. */
  | 'timeout'
  /** The server speaks none of our protocol versions; the connection does not come back. */
  | 'bad_protocol_version'
  /** Another connection took this agent over; the connection does not come back. */
  | 'superseded'
  /** A reader of events was so slow that some had to be left out. */
  | 'overrun'
  /** The server no longer knew the agent and gave us a new one. */
  | 'identity_changed'

/** The way to the world failed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: ConnectionErrorCode

  constructor(code: ConnectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The server refused a whole ACT in its ACK, before the world saw it. */
export class ActRejectedError extends Error {
  override readonly name = 'ActRejectedError'
  readonly code: string
  readonly ack: Ack

  constructor(ack: Ack) {
    super(`act rejected code=${ack.code ?? ''} message=${ack.message ?? ''}`)
    this.code = ack.code ?? 'E_PROTO_BAD_REQUEST'
    this.ack = ack
  }
}

/** The world answered an action with no, or a running task failed. `code` is the world's, or `task_dropped`. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly code: string
  readonly event: ReceivedEvent | undefined

  constructor(code: string, message: string, event?: ReceivedEvent) {
    super(`${code}: ${message}`)
    this.code = code
    this.event = event
  }
}
