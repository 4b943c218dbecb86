import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Frame } from './frames.js'

/** The server's end of one connection, played by the test. */
export type ScriptedPeer = {
  /** The next frame the client sends. */
  next(): Promise<Frame>
  send(frame: Frame): void
  sendText(text: string): void
  close(code: number, reason: string): void
  /** Break the connection without a closing handshake. */
  drop(): void
  readonly closed: Promise<{ code: number; reason: string }>
}

export type ScriptedServer = {
  readonly url: string
  /** The next client to connect. */
  connection(): Promise<ScriptedPeer>
  close(): Promise<void>
}

/** A world server over real sockets that does exactly what a test tells it to. */
export async function startScriptedServer(port = 0): Promise<ScriptedServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const peers = mailbox<ScriptedPeer>()
  server.on('connection', (socket) => peers.put(peerOf(socket)))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ws`,
    connection: () => peers.take(),
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function peerOf(socket: WebSocket): ScriptedPeer {
  const frames = mailbox<Frame>()
  socket.on('message', (data: Buffer) => frames.put(JSON.parse(data.toString('utf8')) as Frame))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  return {
    next: () => frames.take(),
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    drop: () => socket.terminate(),
    closed,
  }
}

/** Things that arrive in order, and takers who wait for them in order. */
function mailbox<Item>(): { put(item: Item): void; take(): Promise<Item> } {
  const items: Item[] = []
  const takers: ((item: Item) => void)[] = []
  return {
    put(item) {
      const taker = takers.shift()
      if (taker === undefined) items.push(item)
      else taker(item)
    },
    take() {
      const item = items.shift()
      if (item !== undefined) return Promise.resolve(item)
      return new Promise((resolve) => {
        takers.push(resolve)
      })
    },
  }
}
