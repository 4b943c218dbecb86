import type { ActRequest } from './act-frame.js'
import type { Clock } from './clock.js'
import type { ActReceipt, Connection } from './connection-types.js'
import { ConnectionError } from './errors.js'

export type ThroughBreaksOptions = {
  readonly clock: Clock
  /** For everything together. */
  readonly timeoutMs: number
  /** Also wait for a connection when there is none to begin with. */
  readonly waitsForConnection: boolean
}

/**
 * Send an ACT and, when the connection breaks before its ACK, send it again under the same id. Servers of protocol 1.1
 * run an id once, so whatever happened to the first one, the act is carried out exactly once.
 */
export async function actThroughBreaks(
  connection: Connection,
  request: ActRequest,
  { clock, timeoutMs, waitsForConnection }: ThroughBreaksOptions,
): Promise<ActReceipt> {
  const deadline = clock.now() + timeoutMs
  const leftMs = (): number => Math.max(deadline - clock.now(), 1)
  const actId = request.actId ?? connection.newActId()
  let wasSent = false
  for (;;) {
    try {
      return await connection.act({ ...request, actId }, { timeoutMs: leftMs() })
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      const runsOnce = connection.protocolVersion === '1.1'
      wasSent ||= error.code === 'disconnected'
      const isBreak = error.code === 'disconnected' || error.code === 'not_connected'
      if (!isBreak || clock.now() >= deadline) throw error
      if (wasSent ? !runsOnce : !waitsForConnection) throw error
      await nextConnection(connection, leftMs(), wasSent)
    }
  }
}

/** An act names the tick it answers, so it takes a fresh look after a break. */
async function nextConnection(connection: Connection, timeoutMs: number, wasSent: boolean): Promise<void> {
  try {
    await connection.waitForObservation(() => true, timeoutMs)
  } catch (error) {
    const isLate = error instanceof ConnectionError && error.code === 'timeout'
    throw isLate && wasSent ? new ConnectionError('timeout', 'timeout waiting for ack', { cause: error }) : error
  }
}
