import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Verdict, wholeNumbers } from './figures.js'
import { fuzzHttp } from './fuzz/http.js'
import { fuzzRaw } from './fuzz/raw.js'
import { fuzzHandshakes, fuzzSession, type Tally } from './fuzz/sockets.js'
import { HEAP_FLAGS, HeapMeter } from './heap.js'
import { startProgram } from './program.js'

const SESSIONS_MAX = 60
const HTTP_CALLERS = 4
/** Of all that is sent: requests over HTTP, first frames, and bytes that are neither. The rest are frames of joined clients. */
const HTTP_PERMILLE = 200
const HELLO_PERMILLE = 20
const RAW_PERMILLE = 5
/** After so much of the run everything that is made once has been made. */
const WARM_UP_SHARE = 0.2
/**
 * What one bad frame may leave behind. Those that are acts after all are remembered, with their events, up to limits
 * that a run of this length does not reach; a frame that was kept whole would take many times as much.
 */
const KEPT_BYTES_PER_FRAME_MAX = 400
const KEPT_BYTES_MIN = 8 * 1024 * 1024
const MIB = 1024 * 1024

/** Sends what is not quite right to a whole house and compares every answer with what the protocol's own decoder says. */
export async function fuzz(args: readonly string[]): Promise<Verdict> {
  const options = wholeNumbers(args, { count: 100_000, seed: Date.now() % 1_000_000 })
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-fuzz-'))
  const flags = [
    'up',
    '--json',
    '--log-level',
    'warn',
    '--flat',
    '--world',
    'world_1',
    '--port',
    '0',
    '--mcp-port',
    '0',
  ]
  const program = startProgram(flags, { directory, environment: HEAP_FLAGS })
  try {
    const ready = await program.ready
    const meter = await HeapMeter.of(program)
    const house = {
      ws: String(ready['ws_url']),
      ports: { server: Number(ready['port']), sidecar: Number(ready['mcp_port']) },
    }
    const began = performance.now()
    const tally: Tally = { sent: 0, answers: 0, wrong: [] }
    await part(house, Math.ceil(options.count * WARM_UP_SHARE), options.seed, tally)
    const warmBytes = await meter.usedBytes()
    const warmSent = tally.sent
    await part(house, options.count - warmSent, options.seed + 10_000, tally)
    const endBytes = await meter.usedBytes()
    meter.close()
    const keptBytes = endBytes - warmBytes
    const keptBytesMax = Math.max(KEPT_BYTES_MIN, (tally.sent - warmSent) * KEPT_BYTES_PER_FRAME_MAX)
    if (keptBytes > keptBytesMax)
      tally.wrong.push(`the heap grew by ${keptBytes} bytes over ${tally.sent - warmSent} frames`)
    const status = await fetch(`http://127.0.0.1:${house.ports.server}/readyz`)
    if (status.status !== 200) tally.wrong.push(`after it all /readyz says ${status.status}: ${await status.text()}`)
    program.kill('SIGTERM')
    const exit = await program.exited
    if (exit.code !== 0) tally.wrong.push(`the house ended with ${JSON.stringify(exit)}: ${program.lastWords()}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    return {
      summary: `${tally.sent} malformed frames, requests and byte strings in ${seconds} s, ${tally.answers} answers as due; heap ${(warmBytes / MIB).toFixed(1)} MiB after a fifth, ${(endBytes / MIB).toFixed(1)} MiB at the end`,
      figures: {
        seed: options.seed,
        sent: tally.sent,
        answers: tally.answers,
        heap_bytes_warm: warmBytes,
        heap_bytes_end: endBytes,
        seconds,
      },
      wrong: tally.wrong,
    }
  } finally {
    program.kill('SIGKILL')
    await program.exited
    await rm(directory, { recursive: true })
  }
}

interface House {
  readonly ws: string
  readonly ports: { readonly server: number; readonly sidecar: number }
}

async function part({ ws, ports }: House, count: number, seed: number, tally: Tally): Promise<void> {
  const share = (permille: number): number => Math.round((count * permille) / 1000)
  const [http, hello, raw] = [share(HTTP_PERMILLE), share(HELLO_PERMILLE), share(RAW_PERMILLE)]
  const frames = count - http - hello - raw
  const sessions = Math.min(SESSIONS_MAX, Math.ceil(frames / 50))
  const split = (total: number, ways: number, at: number): number => Math.floor((total + ways - 1 - at) / ways)
  await Promise.all([
    ...Array.from({ length: sessions }, (_, i) => fuzzSession(ws, split(frames, sessions, i), seed + i, tally)),
    ...Array.from({ length: HTTP_CALLERS }, (_, i) =>
      fuzzHttp(ports, split(http, HTTP_CALLERS, i), seed + 1000 + i, tally),
    ),
    fuzzHandshakes(ws, hello, seed + 2000, tally),
    fuzzRaw(ports.server, raw, seed + 3000, tally),
  ])
}
