import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { type Chance, createChance } from '../../chance.js'
import type { Tally } from './sockets.js'

const LIFE_MS_MAX = 20_000
const UPGRADE = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`

/** Bytes that are no HTTP, and bytes that are no frames: the connection is ended by the server, never the other way round. */
export async function fuzzRaw(port: number, count: number, seed: number, tally: Tally): Promise<void> {
  const chance = createChance(seed)
  for (let i = 0; i < count; i++) {
    const start = chance.permille(600)
      ? UPGRADE('/v1/ws')
      : chance.pick(['', 'GET / HTTP/9.9\r\n', 'POST /v1/status HTTP/1.1\r\n'])
    const end = await endOf(port, Buffer.concat([Buffer.from(start), badBytes(chance), Buffer.from('\r\n\r\n')]))
    tally.sent++
    tally.answers++
    if (end !== 'ended')
      tally.wrong.push(`raw bytes after ${JSON.stringify(start.slice(0, 20))}: the connection stays open`)
  }
}

/** No masked frame begins like this: reserved bits, an opcode nobody has, or no mask. */
function badBytes(chance: Chance): Buffer {
  const noise = Buffer.from(Array.from({ length: 2 + chance.below(100) }, () => chance.below(256)))
  noise[0] = chance.pick([0xff, 0xf1, 0x83, 0x8f, 0x00])
  noise[1] = chance.below(126)
  return noise
}

function endOf(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const timer = setTimeout(() => {
      resolve('open')
      socket.destroy()
    }, LIFE_MS_MAX)
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve('ended')
    })
  })
}
