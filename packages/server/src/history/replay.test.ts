import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentId, WorldsFile } from '@clawstead/protocol'
import { createWorld, type Input, RULES_VERSION, save, tick, type World } from '@clawstead/world'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCatalog } from '../catalog/load-catalog.js'
import { writeBirth } from '../host/engine/birth-file.js'
import { birthOf, configOf, contentName } from '../host/engine/configure.js'
import type { EngineSetup } from '../host/engine/messages.js'
import { readOrCreateSecret, worldSecret } from '../host/secret.js'
import { openWorldStore } from '../store/index.js'
import { replay } from './replay.js'

const A1 = 'A1' as AgentId
const catalog = loadCatalog({ name: 'flat' })
const worlds = WorldsFile.parse({
  default_world_id: 'HOME',
  worlds: [{ id: 'HOME', boundary_r: 50, reset_every_ticks: 500 }],
})
const load = () => ({ catalog, worlds })

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clawstead-replay-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

function walk(t: number): Input {
  const tasks = [{ id: `m${t}`, type: 'MOVE_TO', target: [(t * 7) % 20, 0, (t * 3) % 20] }]
  return {
    kind: 'act',
    agentId: A1,
    act: { act_id: `a${t}`, tick: t, cancel: [], instants: [], tasks },
  } as unknown as Input
}

interface Recording {
  readonly ticks?: number
  readonly snapshotAt?: number
  readonly rules?: number
  /** Changes the world behind the log's back before this tick. */
  readonly lieAt?: number
}

/** A world that ran and was logged as a server does it. */
async function record({ ticks = 40, snapshotAt, rules = RULES_VERSION, lieAt }: Recording = {}): Promise<World> {
  const directory = join(dataDir, 'worlds', 'HOME')
  const secret = worldSecret(await readOrCreateSecret(dataDir), 'HOME')
  const definition = worlds.worlds[0]
  if (definition === undefined) throw new Error('no definition')
  const setup: EngineSetup = {
    worldId: 'HOME',
    seed: 5,
    secret,
    profile: 'flat',
    catalog,
    definition,
    directory,
    refusesPending: false,
  }
  const config = configOf(setup, undefined)
  const birth = birthOf(config)
  await writeBirth(directory, birth)
  const identity = { worldId: 'HOME', seed: birth.seed, generator: birth.generator, rules, content: contentName(setup) }
  const store = await openWorldStore({ directory, identity })
  const world = createWorld(config)
  for (let t = 0; t < ticks; t++) {
    const inputs: Input[] = t === 0 ? [{ kind: 'join', agentId: A1, name: 'one' }] : t % 10 === 0 ? [walk(t)] : []
    if (t === lieAt) world.state.season = 9
    const { digest } = tick(world, inputs)
    store.log.append({ tick: t, inputs, inbox: [], digest })
    if (t + 1 === snapshotAt) await store.saveSnapshot(save(world))
  }
  await store.log.commit()
  await store.close()
  return world
}

test('[REPLAY1] a whole log is run again and agrees', async () => {
  await record()
  const told: number[] = []
  expect(await replay({ dataDir, worldId: 'HOME', load, onProgress: (t) => told.push(t) })).toEqual({
    worldId: 'HOME',
    startTick: 0,
    isFromBirth: true,
    fromTick: 0,
    toTick: 39,
    checked: 40,
    difference: null,
  })
  expect(told).toEqual([0])
})

test('[REPLAY2] a span starts at the snapshot before it', async () => {
  await record({ snapshotAt: 21 })
  expect(await replay({ dataDir, worldId: 'HOME', load, fromTick: 25, toTick: 30 })).toMatchObject({
    startTick: 21,
    isFromBirth: false,
    fromTick: 25,
    toTick: 30,
    checked: 6,
    difference: null,
  })
  expect(await replay({ dataDir, worldId: 'HOME', load, fromTick: 5, toTick: 999 })).toMatchObject({
    startTick: 0,
    toTick: 39,
    checked: 35,
  })
})

test('[REPLAY3] the first tick that differs is named, with both digests', async () => {
  await record({ lieAt: 17 })
  const { difference, checked, toTick } = await replay({ dataDir, worldId: 'HOME', load })
  expect([difference?.tick, checked, toTick]).toEqual([17, 17, 17])
  expect(difference?.logged).toMatch(/^[0-9a-f]{16}$/)
  expect(difference?.replayed).not.toBe(difference?.logged)
})

test('[REPLAY4] nothing in the folder is changed', async () => {
  await record({ snapshotAt: 21 })
  const before = await readdir(dataDir, { recursive: true })
  await replay({ dataDir, worldId: 'HOME', load })
  expect(await readdir(dataDir, { recursive: true })).toEqual(before)
})

test('[REPLAY5] a stop ends it early, with what was compared', async () => {
  await record()
  expect(await replay({ dataDir, worldId: 'HOME', load, signal: AbortSignal.abort() })).toMatchObject({
    checked: 0,
    toTick: -1,
  })
})

describe('[REPLAY6] what cannot be run again is refused with a sentence', () => {
  test('a world that is not there', async () => {
    await expect(replay({ dataDir, worldId: 'HOME', load })).rejects.toThrow(`there is no world HOME in ${dataDir}`)
  })

  test('a world the worlds file does not have', async () => {
    await record()
    const other = WorldsFile.parse({
      default_world_id: 'B',
      worlds: [{ id: 'B', boundary_r: 5, reset_every_ticks: 5 }],
    })
    await expect(replay({ dataDir, worldId: 'HOME', load: () => ({ catalog, worlds: other }) })).rejects.toThrow(
      'no world in the worlds file is called HOME',
    )
  })

  test('other rules', async () => {
    await record({ rules: 0 })
    await expect(replay({ dataDir, worldId: 'HOME', load })).rejects.toThrow(
      'was made by rules version 0, this program has version',
    )
  })

  test('other content', async () => {
    await record()
    const changed = { ...catalog, digests: { ...catalog.digests, tuning: 'another' } }
    await expect(replay({ dataDir, worldId: 'HOME', load: () => ({ catalog: changed, worlds }) })).rejects.toThrow(
      'the log of HOME was made with other content than this: give the worlds and tuning files it was made with',
    )
  })

  test('ticks that are not there', async () => {
    await record()
    await expect(replay({ dataDir, worldId: 'HOME', load, fromTick: 70 })).rejects.toThrow(
      'has ticks 0 to 39, so there is nothing from 70 to 39',
    )
  })

  test('a damaged log', async () => {
    await record({ ticks: 400, snapshotAt: 200 })
    const directory = join(dataDir, 'worlds', 'HOME', 'log')
    const file = join(directory, (await readdir(directory)).sort()[0] as string)
    const bytes = await readFile(file)
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    await writeFile(file, bytes)
    await expect(replay({ dataDir, worldId: 'HOME', load })).rejects.toThrow(
      'clawstead repair keeps what can be proved',
    )
  })
})
