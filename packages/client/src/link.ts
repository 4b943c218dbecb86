import { openSocket, type WebSocketConstructor } from './web-socket.js'

const OPEN = 1

/** How a socket's life ended. Code 1006 means: without a closing handshake. */
export type LinkEnd = { readonly code: number; readonly reason: string; readonly message: string }

export type LinkHandlers = {
  opened(): void
  frame(data: string | Uint8Array): void
  /** Called exactly once, and nothing after it. */
  ended(end: LinkEnd): void
}

/** One socket from dial to end. */
export type Link = {
  /** False when the socket is not open; nothing was sent then. */
  send(text: string): boolean
  /** End at once, without a closing handshake where possible. */
  drop(reason: string): void
  /** End with a closing handshake. */
  close(): void
}

export function openLink(url: string, WebSocket: WebSocketConstructor | undefined, handlers: LinkHandlers): Link {
  const socket = openSocket(url, WebSocket)
  socket.binaryType = 'arraybuffer'
  let isOver = false
  let errorMessage = ''

  const end = (code: number, reason: string, message: string): void => {
    if (isOver) return
    isOver = true
    handlers.ended({ code, reason, message })
  }
  socket.addEventListener('open', () => {
    if (!isOver) handlers.opened()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    if (typeof data === 'string') handlers.frame(data)
    else if (data instanceof ArrayBuffer) handlers.frame(new Uint8Array(data))
  })
  socket.addEventListener('error', ({ message }) => {
    errorMessage = message ?? 'socket error'
  })
  socket.addEventListener('close', ({ code, reason }) => {
    const closed = `connection closed: ${code}${reason === '' ? '' : ` ${reason}`}`
    end(code, reason, errorMessage === '' ? closed : errorMessage)
  })

  return {
    send(text) {
      if (isOver || socket.readyState !== OPEN) return false
      socket.send(text)
      return true
    },
    drop(reason) {
      if (socket.terminate === undefined) socket.close()
      else socket.terminate()
      end(1006, reason, reason)
    },
    close() {
      socket.close(1000)
    },
  }
}
