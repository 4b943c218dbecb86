import { createWorld, type Input, RULES_VERSION, restore, save, tick, type World } from '@clawstead/world'
import { testConfig } from '@clawstead/world/testing'
import { describe, expect, test } from 'vitest'
import { LogDamagedError, StoreMismatchError } from './errors.js'
import { createFileInbox } from './inbox/file-inbox-store.js'
import type { LogIdentity } from './log-store.js'
import { describeRecovery } from './recovery-report.js'
import { storeDirectories } from './store-directories.js'
import { sampleAct } from './testing/sample-records.js'
import { SimulatedFileSystem } from './testing/simulated-file-system.js'
import { openWorldStore, type WorldStore } from './world-store.js'

const CONFIG = testConfig({ generator: 'plain-1' })
const IDENTITY: LogIdentity = {
  worldId: CONFIG.id,
  seed: CONFIG.seed,
  generator: 'plain-1',
  rules: RULES_VERSION,
  content: 'test',
}
const DIRECTORY = 'data/worlds/OVERWORLD'

const open = (
  disk: SimulatedFileSystem,
  options: { isHistoryForgotten?: boolean; identity?: LogIdentity } = {},
): Promise<WorldStore> =>
  openWorldStore({ fileSystem: disk, directory: DIRECTORY, identity: IDENTITY, snapshotsKept: 2, ...options })

/** One tick as a host runs it: record, commit, only then show. */
async function step(
  world: World,
  store: WorldStore,
  given: readonly { sequence: number; input: Input }[],
  others: readonly Input[] = [],
): Promise<string> {
  const inputs = [...others, ...given.map(({ input }) => input)]
  const { tick: now, digest } = tick(world, inputs)
  store.log.append({ tick: now, inputs, inbox: given.map(({ sequence }) => sequence), digest })
  await store.log.commit()
  return digest
}

/** The world of a store, as it was when the last record became durable. */
async function bringBack(store: WorldStore): Promise<World> {
  const world = store.snapshot === undefined ? createWorld(CONFIG) : restore(CONFIG, store.snapshot)
  for await (const { tick: recorded, inputs, digest } of store.log.readFrom(world.state.tick)) {
    expect([recorded, tick(world, inputs).digest]).toEqual([recorded, digest])
  }
  return world
}

const join: Input = { kind: 'join', agentId: 'A1' as never, name: 'one' }
const fill: Input = {
  kind: 'edit',
  by: 'op',
  edit: { id: 'e', label: 'e', op: 'fill', box: { min: [0, 63, 0], max: [5, 70, 5] }, block: 3 },
}

describe('the store of a world', () => {
  test('[WORLD1] snapshot, log and inbox bring a world back to the last shown digest, with what was acknowledged still to come', async () => {
    const disk = new SimulatedFileSystem()
    const store = await open(disk)
    const world = await bringBack(store)
    await step(world, store, [], [join, fill])
    const inbox = createFileInbox({
      fileSystem: disk,
      directory: storeDirectories(DIRECTORY).inbox,
      worldId: IDENTITY.worldId,
      position: store.inbox.position,
    })
    let shown = ''
    for (let n = 1; n <= 30; n++) {
      const input = { ...sampleAct(n), agentId: 'A1' as never } as Input
      shown = await step(world, store, [{ sequence: await inbox.put(input), input }])
      if (n === 12) await store.saveSnapshot(save(world))
    }
    const late: Input = { kind: 'detach', agentId: 'A1' as never }
    await inbox.put(late)

    // No close: the process is simply gone.
    const again = await open(disk.afterProcessEnd())
    expect(again.snapshot?.state.tick).toBe(13)
    expect(again.inbox.pending).toEqual([{ sequence: 31, input: late }])
    const back = await bringBack(again)
    expect([back.state.chain, back.state.tick]).toEqual([shown, 31])
    expect(await step(back, again, again.inbox.pending)).toBe(tick(world, [late]).digest)
    expect(describeRecovery(again.report)).toBe(
      'OVERWORLD has ticks 0 to 30 and a snapshot of tick 13; 18 ticks to replay. 1 acknowledged inputs will be delivered again.',
    )
  })

  test('[WORLD2] a damaged snapshot only costs time', async () => {
    const disk = new SimulatedFileSystem()
    const store = await open(disk)
    const world = await bringBack(store)
    for (let n = 0; n < 20; n++) {
      await step(world, store, [], n === 0 ? [join] : [])
      if (n % 8 === 5) await store.saveSnapshot(save(world))
    }
    await store.close()
    const newest = `${DIRECTORY}/snapshots/000000000014.snapshot`
    disk.setBytes(newest, disk.bytesOf(newest).subarray(0, -1))
    const again = await open(disk)
    expect([again.snapshot?.state.tick, again.report.damagedSnapshots.map(({ file }) => file)]).toEqual([6, [newest]])
    expect((await bringBack(again)).state.chain).toBe(world.state.chain)
    expect(describeRecovery(again.report)).toContain(
      'A snapshot was passed over: data/worlds/OVERWORLD/snapshots/000000000014.snapshot: the checksum is wrong.',
    )
  })

  test('[WORLD3] a snapshot must be of the moment it is saved at', async () => {
    const store = await open(new SimulatedFileSystem())
    const world = await bringBack(store)
    await step(world, store, [])
    const early = save(world)
    await step(world, store, [])
    await expect(store.saveSnapshot(early)).rejects.toThrow('it is of tick 1, the log stands at tick 2')
    expect(await store.snapshots.list()).toEqual([])
  })

  test('[WORLD4] history stays unless it is to be forgotten, and then only what no kept snapshot needs', async () => {
    for (const isHistoryForgotten of [false, true]) {
      const disk = new SimulatedFileSystem()
      const store = await open(disk, { isHistoryForgotten })
      const world = await bringBack(store)
      for (let n = 0; n < 40; n++) {
        await step(world, store, [])
        if (n % 10 === 9) await store.saveSnapshot(save(world))
      }
      await step(world, store, [])
      expect(store.log.firstTick).toBe(isHistoryForgotten ? 30 : 0)
      await store.close()
      const again = await open(disk)
      expect((await bringBack(again)).state.chain).toBe(world.state.chain)
    }
  })

  test('[WORLD5] a log that ends before its snapshot, or tells another story, is refused', async () => {
    const disk = new SimulatedFileSystem()
    const store = await open(disk)
    const world = await bringBack(store)
    for (let n = 0; n < 5; n++) await step(world, store, [])
    await store.saveSnapshot(save(world))
    await store.close()
    const log = `${DIRECTORY}/log/000000000000.log`
    const short = disk.afterProcessEnd()
    short.setBytes(log, short.bytesOf(log).subarray(0, -20))
    await expect(open(short)).rejects.toThrow(
      /000000000005.snapshot, byte 0, tick 4: the snapshot was taken after the last record/,
    )
    await expect(open(short)).rejects.toThrow(LogDamagedError)
    await expect(open(disk, { identity: { ...IDENTITY, generator: 'other' } })).rejects.toThrow(StoreMismatchError)
  })

  test('[WORLD6] a world between the two renames of a repair is refused', async () => {
    const disk = new SimulatedFileSystem()
    await disk.makeDirectory(`${DIRECTORY}/log.repaired`)
    await expect(open(disk)).rejects.toThrow('a repair was interrupted; run the repair again')
  })

  test('a new world has nothing to tell', async () => {
    const { report, snapshot } = await open(new SimulatedFileSystem())
    expect([describeRecovery(report), snapshot]).toEqual(['OVERWORLD has no history yet.', undefined])
  })
})
