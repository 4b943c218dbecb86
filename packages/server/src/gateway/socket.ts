import type { WebSocket } from 'ws'
import type { Wire } from './outbox.js'

/** A client's socket as a session uses it. */
export interface ClientSocket extends Wire {
  /** Says goodbye with a reason; what was sent before still arrives. */
  close(code: number, reason: string): void
  /** Ends the connection without a word. */
  cut(): void
  ping(): void
}

const NO_COMPRESSION = { binary: false, compress: false }

export function clientSocket(ws: WebSocket): ClientSocket {
  return {
    get bufferedAmount() {
      return ws.bufferedAmount
    },
    send: (frame, done) => ws.send(frame, NO_COMPRESSION, done),
    close: (code, reason) => ws.close(code, reason),
    cut: () => ws.terminate(),
    ping() {
      if (ws.readyState === ws.OPEN) ws.ping()
    },
  }
}
