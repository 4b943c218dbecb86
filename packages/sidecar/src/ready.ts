import { openSocket, type WebSocketConstructor } from '@clawstead/client'
import { PROBE_TIMEOUT_MS } from './limits.js'

export type Reachability = { readonly ok: true } | { readonly ok: false; readonly error: string }

/**
 * Knock at the world's socket and hang up. No HELLO is sent, so nobody joins, and unlike a health page it proves
 * that agents could connect.
 */
export function probeWorld(url: string, WebSocket?: WebSocketConstructor): Promise<Reachability> {
  return new Promise((resolve) => {
    const socket = openSocket(url, WebSocket)
    const finish = (outcome: Reachability): void => {
      clearTimeout(timer)
      resolve(outcome)
      if (socket.terminate === undefined) socket.close()
      else socket.terminate()
    }
    const timer = setTimeout(() => {
      finish({ ok: false, error: `world server not reachable: no answer within ${PROBE_TIMEOUT_MS} ms` })
    }, PROBE_TIMEOUT_MS)
    socket.addEventListener('open', () => finish({ ok: true }))
    socket.addEventListener('error', ({ message = 'socket error' }) => {
      finish({ ok: false, error: `world server not reachable: ${message}` })
    })
  })
}
