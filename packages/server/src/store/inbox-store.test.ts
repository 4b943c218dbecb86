import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreFullError, StoreMismatchError } from './errors.js'
import type { FileSystem } from './files/file-system.js'
import { createNodeFileSystem } from './files/node-file-system.js'
import { createFileInbox } from './inbox/file-inbox-store.js'
import { readInbox } from './inbox/read-inbox.js'
import { INBOX_STORE_CONTRACT, type InboxSubject } from './inbox-store.contract.js'
import type { InboxStore } from './inbox-store.js'
import { createMemoryInbox, MemoryInboxContent } from './memory/memory-inbox-store.js'
import { SequenceSet } from './sequence-set.js'
import { sampleAct } from './testing/sample-records.js'
import { SimulatedFileSystem } from './testing/simulated-file-system.js'

const WORLD = 'OVERWORLD'

/** Reads an inbox and goes on with it, as the next process does. */
async function openFiles(fileSystem: FileSystem, directory: string, settled: SequenceSet, worldId = WORLD) {
  const options = { fileSystem, directory, worldId }
  const found = await readInbox({ ...options, settled })
  return { ...found, inbox: createFileInbox({ ...options, position: found.position, fileBytesMax: 900 }) }
}

async function useFiles(
  fileSystem: FileSystem,
  directory: string,
  use: (subject: InboxSubject) => Promise<void>,
): Promise<void> {
  const opened: InboxStore[] = []
  const reopen: InboxSubject['reopen'] = async (settled) => {
    const again = await openFiles(fileSystem, directory, new SequenceSet(settled.runs()))
    opened.push(again.inbox)
    return again
  }
  try {
    await use({ ...(await reopen(new SequenceSet())), reopen })
  } finally {
    for (const inbox of opened) await inbox.close()
  }
}

const IMPLEMENTATIONS: Record<string, (use: (subject: InboxSubject) => Promise<void>) => Promise<void>> = {
  async memory(use) {
    const content = new MemoryInboxContent()
    const reopen: InboxSubject['reopen'] = async (settled) => ({
      pending: content.read(settled),
      inbox: createMemoryInbox(WORLD, content),
    })
    await use({ ...(await reopen(new SequenceSet())), reopen })
  },
  async files(use) {
    const directory = await mkdtemp(join(tmpdir(), 'clawstead-inbox-'))
    try {
      await useFiles(createNodeFileSystem(), join(directory, 'inbox'), use)
    } finally {
      await rm(directory, { recursive: true })
    }
  },
  async 'simulated files'(use) {
    const disk = new SimulatedFileSystem()
    await useFiles(disk, 'data/inbox', use)
    expect(disk.openFiles).toBe(0)
  },
}

for (const [name, withSubject] of Object.entries(IMPLEMENTATIONS)) {
  describe(`inbox store: ${name}`, () => {
    for (const contract of INBOX_STORE_CONTRACT) {
      test(`${contract.name} (${name})`, async () => {
        await expect(withSubject((subject) => contract.run(subject))).resolves.toBeUndefined()
      })
    }
  })
}

describe('inbox files', () => {
  const open = (fileSystem: FileSystem, worldId = WORLD) =>
    openFiles(fileSystem, 'data/inbox', new SequenceSet(), worldId)

  test('[IN6] files whose entries were all taken are removed, the newest stays', async () => {
    const disk = new SimulatedFileSystem()
    const { inbox } = await open(disk)
    for (let n = 1; n <= 20; n++) await inbox.put(sampleAct(n))
    expect(disk.paths().length).toBeGreaterThan(3)
    await inbox.forget(new SequenceSet([[1, 20]]))
    expect(disk.paths().length).toBe(1)
    expect(await inbox.put(sampleAct(21))).toBe(21)
  })

  test('[IN7] what is refused for want of room is not found later, and the number goes to the next', async () => {
    const disk = new SimulatedFileSystem(undefined, () => 1)
    const { inbox } = await open(disk)
    await inbox.put(sampleAct(1))
    // The whole write arrives, and is refused nevertheless.
    disk.setFault({ at: disk.calls, kind: 'fail', code: 'ENOSPC' })
    const refused = await Promise.allSettled([inbox.put(sampleAct(2)), inbox.put(sampleAct(3))])
    expect(refused.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : ''))).toEqual([
      'StoreFullError',
      'StoreFullError',
    ])
    expect((await open(disk.afterProcessEnd())).pending).toEqual([{ sequence: 1, input: sampleAct(1) }])
    disk.setFault({ at: disk.calls, kind: 'fail', code: 'ENOSPC', times: 2 })
    await expect(inbox.put(sampleAct(4))).rejects.toThrow(StoreFullError)
    expect(await inbox.put(sampleAct(5))).toBe(2)
    expect((await open(disk.afterProcessEnd())).pending.map(({ input }) => input)).toEqual([sampleAct(1), sampleAct(5)])
  })

  test('[IN8] holes of a power cut cost what was in them and no more', async () => {
    const disk = new SimulatedFileSystem()
    const { inbox } = await open(disk)
    for (let n = 1; n <= 3; n++) await inbox.put(sampleAct(n))
    const [path = ''] = disk.paths()
    const bytes = Buffer.from(disk.bytesOf(path))
    const second = bytes.indexOf('ACT_2')
    disk.setBytes(path, Buffer.concat([bytes.fill(0, second - 20, second + 20), Buffer.alloc(50)]))
    const { inbox: again, pending, recovery } = await open(disk)
    expect(pending.map(({ sequence }) => sequence)).toEqual([1, 3])
    expect(recovery).toEqual({ entries: 2, pending: 2, lostBytes: expect.any(Number) })
    expect(recovery.lostBytes).toBeGreaterThan(50)
    expect(await again.put(sampleAct(4))).toBe(4)
  })

  test('[IN9] an inbox of another world is refused', async () => {
    const disk = new SimulatedFileSystem()
    await (await open(disk)).inbox.put(sampleAct(1))
    await expect(open(disk, 'CITY_HUB')).rejects.toThrow(StoreMismatchError)
  })
})
