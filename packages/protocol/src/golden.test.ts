import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { INSTANTS, TASKS } from './actions/actions.js'
import { ADMIN_BODIES } from './admin/bodies.js'
import { decodeSurface, decodeVoxels, encodeSurface, encodeVoxels } from './codec/chunk.js'
import { applyOps, cubeCellCount, diffCells } from './codec/delta.js'
import { decodeRle, encodeRle } from './codec/rle.js'
import {
  decodeClientFrame,
  decodeObserverClientFrame,
  decodeObserverServerFrame,
  decodeServerFrame,
  decodeValue,
} from './decode.js'
import type { MessageDefinition } from './define.js'
import { encodeMessage } from './encode.js'
import { EVENTS } from './events/events.js'
import { CLIENT_MESSAGES, SERVER_MESSAGES } from './messages/messages.js'
import type { Obs } from './messages/obs.js'
import { selectVersion } from './negotiate.js'
import { Bootstrap, OBSERVER_SERVER_MESSAGES } from './observer/messages.js'
import type { Decoded } from './result.js'
import { closeForHello, closeForSubscribe, refusalOfAct, refusalOfBrokenAct } from './session-rules.js'

const FOLDER = fileURLToPath(new URL('../fixtures/golden/', import.meta.url))

interface Line {
  readonly from: 'client' | 'server'
  readonly frame?: Record<string, unknown>
  /** The frame as sent, where parsing would lose how it was written. */
  readonly text?: string
  /** Only some keys of the OBS were recorded. */
  readonly trimmed?: boolean
  /** How the recorded server answered. */
  readonly expect?: {
    readonly close?: { readonly code: number; readonly reason: string }
    readonly nack?: { readonly ack_for: string; readonly message: string }
    readonly accepted?: boolean
    readonly ignored?: boolean
    readonly welcome?: string
  }
}

const readLines = <T>(path: string) =>
  readFileSync(FOLDER + path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const agentFiles = readdirSync(`${FOLDER}agent`)
const agentLines = agentFiles.flatMap((file) => readLines<Line>(`agent/${file}`).map((line) => ({ file, ...line })))
const textOf = (line: Line) => line.text ?? JSON.stringify(line.frame)

/** The recorded servers send null for an empty list. */
function withoutNullLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullLists)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, field]) => [
    key,
    field === null && ['events', 'results', 'contracts'].includes(key) ? [] : withoutNullLists(field),
  ])
  return Object.fromEntries(entries)
}

function mustDecode<T>(decoded: Decoded<T>): T {
  if (!decoded.ok) throw new Error(`${decoded.error.reason}: ${decoded.error.message}`)
  return decoded.value
}

const fullObs = agentLines.find((line) => line.frame?.['type'] === 'OBS' && line.trimmed !== true)?.frame

describe('frames of the recorded server', () => {
  const frames = agentLines.filter((line) => line.from === 'server' && line.file !== 'sidecar.jsonl')

  test('[GOLD1] every one decodes, and is written again as it was', () => {
    for (const line of frames) {
      const frame = line.trimmed === true ? { ...fullObs, ...line.frame } : line.frame
      const value = mustDecode(decodeServerFrame(JSON.stringify(frame)))
      const definition = SERVER_MESSAGES[value.type] as MessageDefinition
      expect(JSON.parse(encodeMessage(definition, value))).toEqual(withoutNullLists(frame))
    }
  })

  test('[GOLD2] they show every event there is', () => {
    const seen = new Set(
      frames.flatMap(({ frame }) => (frame?.['events'] ?? []) as { type: string }[]).map((e) => e.type),
    )
    expect(Object.keys(EVENTS).filter((name) => !seen.has(name))).toEqual([])
  })

  test('[GOLD3] cubes are coded byte for byte, deltas lead from one to the next', () => {
    const observations = readLines<Line>('agent/obs.jsonl')
      .filter((line) => line.frame?.['voxels'] !== undefined)
      .map((line) => mustDecode(decodeServerFrame(textOf(line))) as Obs)
    const whole = observations.filter(({ voxels }) => voxels.encoding === 'RLE')
    const cubes = whole.map(({ voxels }) => mustDecode(decodeRle(voxels.data ?? '', cubeCellCount(voxels.radius))))
    expect(cubes.map((cells) => encodeRle(cells))).toEqual(whole.map(({ voxels }) => voxels.data))

    // One agent places a block and walks a step: two deltas lead from its first cubes to its next whole one.
    const walk = observations.filter(({ agent_id }) => agent_id === 'A2').map(({ voxels }) => voxels)
    const cells = mustDecode(decodeRle(walk[0]?.data ?? '', cubeCellCount(7)))
    for (const { ops = [] } of walk) {
      const base = cells.slice()
      mustDecode(applyOps(cells, ops, 7))
      expect(diffCells(base, cells, 7)).toEqual(ops)
    }
    expect(walk.map(({ encoding }) => encoding)).toEqual(['RLE', 'RLE', 'DELTA', 'DELTA', 'RLE'])
    expect(encodeRle(cells)).toBe(walk.at(-1)?.data)
  })
})

describe('frames of recorded clients', () => {
  const frames = agentLines.filter((line) => line.from === 'client')

  test('[GOLD4] what was taken decodes and survives being written', () => {
    const taken = frames.filter(({ expect: e }) => e === undefined || e.accepted === true || e.welcome !== undefined)
    for (const line of taken) {
      const value = mustDecode(decodeClientFrame(textOf(line)))
      const again = encodeMessage(CLIENT_MESSAGES[value.type] as MessageDefinition, value)
      expect(mustDecode(decodeClientFrame(again))).toEqual(value)
    }
    expect(taken.length).toBeGreaterThan(400)
  })

  test('[GOLD5] the sidecar’s frames are written again as they were', () => {
    for (const line of frames.filter(({ file }) => file === 'sidecar.jsonl')) {
      const value = mustDecode(decodeClientFrame(textOf(line)))
      const again = encodeMessage(CLIENT_MESSAGES[value.type] as MessageDefinition, value)
      expect(JSON.parse(again)).toEqual(line.frame)
    }
  })

  test('[GOLD6] they use every instant and task there is', () => {
    const seen = new Set<unknown>()
    for (const { frame } of frames) {
      for (const action of [frame?.['instants'], frame?.['tasks']].filter(Array.isArray).flat()) {
        seen.add((action as { type: string }).type)
      }
    }
    expect([...Object.keys(INSTANTS), ...Object.keys(TASKS)].filter((name) => !seen.has(name))).toEqual([])
  })

  const hellos = frames.filter(({ file, expect: e }) => file === 'hello.jsonl' && e !== undefined)
  const answerTo = (line: Line) => {
    const decoded = decodeClientFrame(textOf(line))
    const isHello = decoded.ok && decoded.value.type === 'HELLO'
    return closeForHello(decoded) ?? (isHello ? selectVersion(decoded.value) : undefined)
  }

  test.each(hellos.filter((line) => line.expect?.close?.code !== 1006))('[GOLD7] handshake $#', (line) => {
    expect(answerTo(line)).toEqual(line.expect?.welcome ?? line.expect?.close)
  })

  // Cut without a word on the recorded server; here the close frame names the field.
  test.each(hellos.filter((line) => line.expect?.close?.code === 1006))('[GOLD7] mistyped HELLO $#', (line) => {
    expect(answerTo(line)).toEqual({ code: 1008, reason: expect.stringMatching(/^bad HELLO: [a-z_.]+ must be /) })
  })

  const refused = frames.filter(({ expect: e }) => e?.nack !== undefined)
  test.each(refused)('[GOLD8] refused ACT: $expect.nack.message $expect.nack.ack_for', (line) => {
    const decoded = decodeClientFrame(textOf(line))
    const refusal = decoded.ok
      ? decoded.value.type === 'ACT' && refusalOfAct(decoded.value)
      : refusalOfBrokenAct(decoded.error)
    expect(refusal).toMatchObject({ ackFor: line.expect?.nack?.ack_for, message: line.expect?.nack?.message })
  })

  test('[GOLD9] accepted ACTs of 1.1 sessions pass the checks of the session', () => {
    for (const line of frames.filter(({ expect: e }) => e?.accepted === true)) {
      const act = mustDecode(decodeClientFrame(textOf(line)))
      expect(act.type === 'ACT' ? refusalOfAct(act) : act).toBeUndefined()
    }
  })

  const ignored = frames.filter(({ file, expect: e }) => e?.ignored === true && file !== 'v1-0.jsonl')
  test('[GOLD10] in a 1.0 session nothing is acknowledged, a mistyped ACT is dropped', () => {
    const results = frames.filter(({ file, expect: e }) => e?.ignored === true && file === 'v1-0.jsonl')
    expect(results.filter((line) => !decodeClientFrame(textOf(line)).ok)).toHaveLength(1)
    expect(results).toHaveLength(2)
  })

  test.each(ignored)('[GOLD10] no answer is owed, case $#', (line) => {
    const decoded = decodeClientFrame(textOf(line))
    // What decodes is a second HELLO, or asks for events without saying what to call the answer.
    const isOwed = decoded.ok
      ? !(decoded.value.type === 'HELLO' || (decoded.value.type === 'EVENT_BATCH_REQ' && decoded.value.req_id === ''))
      : refusalOfBrokenAct(decoded.error) !== undefined
    expect(isOwed).toBe(false)
  })
})

test('[GOLD11] a sidecar’s scripted peer is understood, and its mistyped OBS refused', () => {
  const results = readLines<Line>('agent/sidecar.jsonl')
    .filter((line) => line.from === 'server')
    .map((line) => decodeServerFrame(textOf(line)))
  expect(results.filter((result) => !result.ok)).toEqual([
    expect.objectContaining({ error: expect.objectContaining({ path: 'self.hp', type: 'OBS' }) }),
  ])
})

describe('recorded observer', () => {
  const files = ['stream-surface.jsonl', 'stream-voxels.jsonl']
  const lines = files.flatMap((file) => readLines<Line>(`observer/${file}`))

  test('[GOLD12] every frame decodes, and is written again as it was', () => {
    for (const line of lines.filter(({ from }) => from === 'server')) {
      const value = mustDecode(decodeObserverServerFrame(textOf(line)))
      const again = encodeMessage(OBSERVER_SERVER_MESSAGES[value.type] as MessageDefinition, value)
      expect(JSON.parse(again)).toEqual(line.frame)
    }
    for (const line of lines.filter(({ from, text }) => from === 'client' && text === undefined)) {
      expect(closeForSubscribe(decodeObserverClientFrame(textOf(line)))).toBeUndefined()
    }
  })

  test('[GOLD13] tiles and voxels are coded byte for byte', () => {
    const dataOf = (type: string) =>
      lines.filter(({ frame }) => frame?.['type'] === type).map(({ frame }) => frame?.['data'] as string)
    const surfaces = dataOf('CHUNK_SURFACE')
    const tiles = surfaces.map((data) => mustDecode(decodeSurface(data)))
    expect(tiles.map(({ blocks, heights }) => encodeSurface(blocks, heights))).toEqual(surfaces)
    // Chunks that were sent late came without data.
    const voxels = dataOf('CHUNK_VOXELS').filter((data) => data !== '')
    expect(voxels.map((data) => encodeVoxels(mustDecode(decodeVoxels(data, 1))))).toEqual(voxels)
    expect([surfaces.length, voxels.length]).toEqual([12, 4])
  })

  test('[GOLD14] the first tiles hold the known cells', () => {
    const tiles = readLines<{ cx: number; cz: number; cells: number[][] }>('observer/decoded-tiles.jsonl')
    for (const { cx, cz, cells } of tiles) {
      const line = lines.find(
        ({ frame }) => frame?.['type'] === 'CHUNK_SURFACE' && frame['cx'] === cx && frame['cz'] === cz,
      )
      const { blocks } = mustDecode(decodeSurface(line?.frame?.['data'] as string))
      const found: number[][] = []
      for (const [index, block] of blocks.entries()) {
        if (block !== 0) found.push([cx * 16 + (index % 16), cz * 16 + Math.floor(index / 16), block])
      }
      expect(found).toEqual(cells)
    }
  })

  test('[GOLD15] what is no subscription closes the socket with the known reason', () => {
    for (const line of readLines<Line>('observer/close-codes.jsonl')) {
      expect(closeForSubscribe(decodeObserverClientFrame(textOf(line)))).toEqual(line.expect?.close)
    }
  })
})

test('[GOLD16] admin bodies', () => {
  const definitions = new Map<string, MessageDefinition>(Object.entries({ ...ADMIN_BODIES, BOOTSTRAP: Bootstrap }))
  const lines = readLines<{ of: string; body: unknown }>('admin.jsonl')
  for (const { of: name, body } of lines) {
    const definition = definitions.get(name) ?? Bootstrap
    expect(JSON.parse(encodeMessage(definition, mustDecode(decodeValue(definition, body)) as object))).toEqual(body)
  }
  expect(new Set(lines.map(({ of: name }) => name))).toEqual(new Set(definitions.keys()))
})
