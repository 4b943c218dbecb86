import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreMismatchError } from './errors.js'
import { createNodeFileSystem } from './files/node-file-system.js'
import { createMemorySnapshotStore } from './memory/memory-snapshot-store.js'
import { SNAPSHOT_STORE_CONTRACT } from './snapshot-store.contract.js'
import type { SnapshotStore } from './snapshot-store.js'
import { createFileSnapshotStore } from './snapshots/file-snapshot-store.js'
import { sampleSnapshot } from './testing/recorded-run.js'
import { SimulatedFileSystem } from './testing/simulated-file-system.js'

const WORLD = 'OVERWORLD'
const DIRECTORY = 'data/snapshots'

const IMPLEMENTATIONS: Record<string, (use: (store: SnapshotStore) => Promise<void>) => Promise<void>> = {
  memory: (use) => use(createMemorySnapshotStore(WORLD, 3)),
  async files(use) {
    const directory = await mkdtemp(join(tmpdir(), 'clawstead-snapshots-'))
    try {
      await use(createFileSnapshotStore({ fileSystem: createNodeFileSystem(), directory, worldId: WORLD, keep: 3 }))
    } finally {
      await rm(directory, { recursive: true })
    }
  },
}

for (const [name, withStore] of Object.entries(IMPLEMENTATIONS)) {
  describe(`snapshot store: ${name}`, () => {
    for (const contract of SNAPSHOT_STORE_CONTRACT) {
      test(`${contract.name} (${name})`, async () => {
        await expect(withStore((snapshots) => contract.run({ snapshots }))).resolves.toBeUndefined()
      })
    }
  })
}

describe('snapshot files', () => {
  const create = (fileSystem: SimulatedFileSystem, worldId = WORLD) =>
    createFileSnapshotStore({ fileSystem, directory: DIRECTORY, worldId })
  const fileOf = (tick: number): string => `${DIRECTORY}/${String(tick).padStart(12, '0')}.snapshot`

  test('[SNAP6] a damaged one, whichever byte, is passed over for the one before it', async () => {
    const whole = new SimulatedFileSystem()
    const written = create(whole)
    await written.write(sampleSnapshot(10))
    await written.write(sampleSnapshot(20))
    const bytes = whole.bytesOf(fileOf(20))
    for (let offset = 0; offset < bytes.length; offset += 3) {
      const disk = whole.afterProcessEnd()
      const changed = Buffer.from(bytes)
      changed[offset] = (changed[offset] as number) ^ 1
      disk.setBytes(fileOf(20), changed)
      const { found, damaged } = await create(disk).latest()
      expect([found?.info.tick, damaged.map(({ file }) => file)]).toEqual([10, [fileOf(20)]])
    }
    const cut = whole.afterProcessEnd()
    cut.setBytes(fileOf(20), bytes.subarray(0, 30))
    expect((await create(cut).latest()).damaged).toEqual([
      { file: fileOf(20), reason: `${fileOf(20)}: this is not a snapshot` },
    ])
  })

  test('[SNAP7] a file under a wrong name is damaged, one of another world refused', async () => {
    const disk = new SimulatedFileSystem()
    await create(disk).write(sampleSnapshot(10))
    disk.setBytes(fileOf(11), disk.bytesOf(fileOf(10)))
    const { found, damaged } = await create(disk).latest()
    expect([found?.info.tick, damaged]).toEqual([
      10,
      [{ file: fileOf(11), reason: `${fileOf(11)}: it holds tick 10, its name says 11` }],
    ])
    await expect(create(disk, 'CITY_HUB').latest()).rejects.toThrow(StoreMismatchError)
  })

  test('[SNAP8] a failed write leaves no trace, a half-made file of a crash goes with the next one', async () => {
    const disk = new SimulatedFileSystem()
    const store = create(disk)
    await store.write(sampleSnapshot(10))
    disk.setFault({ at: disk.calls + 2, kind: 'fail', code: 'ENOSPC' })
    await expect(store.write(sampleSnapshot(20))).rejects.toThrow('snapshot of OVERWORLD, tick 20: no room')
    expect(disk.paths()).toEqual([fileOf(10)])
    disk.setBytes(`${fileOf(15)}.tmp`, Buffer.from('half'))
    await store.write(sampleSnapshot(30))
    expect(disk.paths()).toEqual([fileOf(10), fileOf(30)])
  })

  test('[SNAP3] keeping none is refused', () => {
    expect(() =>
      createFileSnapshotStore({ fileSystem: new SimulatedFileSystem(), directory: DIRECTORY, worldId: WORLD, keep: 0 }),
    ).toThrow('keep must be 1 or more, not 0')
  })
})
