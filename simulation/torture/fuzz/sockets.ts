import { setTimeout as delay } from 'node:timers/promises'
import { openSocket, type WebSocketLike } from '@clawstead/client'
import { type Chance, createChance } from '../../chance.js'
import { answerDue, answerOf, anyFrame, anyHello, fateDue } from './frames.js'

/** Frames sent in one go before their answers are looked at. */
const FRAMES_PER_ROUND = 8
/** Below what one agent may send, so that no answer is about the rate. */
const ROUND_MS = 200
const ANSWER_MS_MAX = 20_000

export interface Tally {
  sent: number
  answers: number
  readonly wrong: string[]
}

/** Bytes go out as a binary frame; the server reads both kinds alike. */
export function sendBytes(socket: WebSocketLike, bytes: Uint8Array): void {
  socket.send(bytes as unknown as string)
}

/** A joined client sends so many frames that are not quite right, and gets the answers the protocol says: no more, no fewer. */
export async function fuzzSession(url: string, count: number, seed: number, tally: Tally): Promise<void> {
  const chance = createChance(seed)
  const heard: string[] = []
  let tick = 0
  let wake: () => void = () => {}
  /** How the connection ended, once it has. */
  const fate: { end?: string } = {}
  const closing = (): string => (fate.end === undefined ? '' : `; closed ${fate.end}`)
  const socket = openSocket(url)
  const isIn = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as Record<string, unknown>
      if (frame['type'] === 'OBS') tick = Number(frame['tick'])
      if (frame['type'] === 'OBS') resolve()
      const answer = answerOf(frame)
      if (answer === undefined) return
      heard.push(answer)
      wake()
    })
    socket.addEventListener('close', ({ code, reason }) => {
      fate.end = `${code} ${reason}`
      resolve()
      wake()
    })
  })
  socket.addEventListener('error', () => {})
  socket.addEventListener('open', () =>
    socket.send(
      JSON.stringify({
        type: 'HELLO',
        protocol_version: '1.1',
        agent_name: `fuzz ${seed}`,
        capabilities: { max_queue: 64 },
      }),
    ),
  )
  await isIn
  for (let sent = 0; sent < count && fate.end === undefined; sent += FRAMES_PER_ROUND) {
    const roundMs = performance.now()
    const frames = Array.from({ length: Math.min(FRAMES_PER_ROUND, count - sent) }, (_, i) =>
      anyFrame(`f${seed}-${sent + i}`, tick, chance),
    )
    // Nothing answers a frame that is ignored; this one shows that all before it were handled.
    const last = `last ${seed}-${sent}`
    const due = [...frames.flatMap((frame) => answerDue(frame) ?? []), `EVENT_BATCH ${last}`]
    for (const frame of frames) sendBytes(socket, frame)
    socket.send(JSON.stringify({ type: 'EVENT_BATCH_REQ', req_id: last, since_cursor: 0, limit: 1 }))
    tally.sent += frames.length
    const untilMs = performance.now() + ANSWER_MS_MAX
    while (heard.length < due.length && fate.end === undefined && performance.now() < untilMs)
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), delay(ANSWER_MS_MAX / 10)])
    const got = heard.splice(0).sort()
    tally.answers += got.length
    const wanted = due.sort()
    if (got.join('\n') !== wanted.join('\n'))
      tally.wrong.push(
        `seed ${seed}, after ${sent} frames: due ${short(wanted, got)}, heard ${short(got, wanted)}${closing()}`,
      )
    await delay(Math.max(0, ROUND_MS - (performance.now() - roundMs)))
  }
  if (fate.end !== undefined) tally.wrong.push(`seed ${seed}: the connection was closed with ${fate.end}`)
  socket.terminate?.()
}

/** What one list has that the other lacks. */
function short(list: readonly string[], other: readonly string[]): string {
  const left = [...other]
  const extra = list.filter((entry) => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return JSON.stringify(extra.map((entry) => entry.slice(0, 120)))
}

/** Sockets whose first frame is not quite right end as the protocol says. */
export async function fuzzHandshakes(url: string, count: number, seed: number, tally: Tally): Promise<void> {
  const chance: Chance = createChance(seed)
  for (let i = 0; i < count; i++) {
    const hello = anyHello(chance)
    const due = fateDue(hello)
    const fate = await fateOf(url, hello)
    tally.sent++
    tally.answers++
    if (fate !== due) tally.wrong.push(`first frame ${hello.toString().slice(0, 200)}: due ${due}, was ${fate}`)
  }
}

function fateOf(url: string, hello: Uint8Array): Promise<string> {
  const socket = openSocket(url)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('nothing'), ANSWER_MS_MAX)
    const settle = (fate: string): void => {
      clearTimeout(timer)
      resolve(fate)
      socket.terminate?.()
    }
    socket.addEventListener('open', () => sendBytes(socket, hello))
    socket.addEventListener('message', ({ data }) => settle((JSON.parse(String(data)) as { type: string }).type))
    socket.addEventListener('close', ({ code, reason }) => settle(`${code} ${reason}`))
    socket.addEventListener('error', () => {})
  })
}
