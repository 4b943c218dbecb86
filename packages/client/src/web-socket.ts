import { SERVER_FRAME_BYTES_MAX } from '@clawstead/protocol'
import NodeWebSocket from 'ws'
import { DIAL_TIMEOUT_MS } from './limits.js'

/** The part of the WHATWG WebSocket that the client uses; browsers' own class fits. */
export type WebSocketLike = {
  binaryType: string
  readonly readyState: number
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void
  send(data: string): void
  close(code?: number, reason?: string): void
  /** Drop the connection without a closing handshake, where the implementation can. */
  terminate?(): void
}

export type WebSocketConstructor = new (url: string) => WebSocketLike

/**
 * Open a socket with the given class, or with `ws` and the limits of this package. Servers of this protocol negotiate no
 * compression. In a browser hand over the browser's own class: there `ws` can be imported but not used.
 */
export function openSocket(url: string, WebSocket?: WebSocketConstructor): WebSocketLike {
  if (WebSocket !== undefined) return new WebSocket(url)
  const options = { perMessageDeflate: false, handshakeTimeout: DIAL_TIMEOUT_MS, maxPayload: SERVER_FRAME_BYTES_MAX }
  return new NodeWebSocket(url, options)
}
