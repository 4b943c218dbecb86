import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileSystem } from './files/file-system.js'
import { createNodeFileSystem } from './files/node-file-system.js'
import { openFileLog } from './log/file-log-store.js'
import { LOG_STORE_CONTRACT, type LogSubject } from './log-store.contract.js'
import type { LogStore } from './log-store.js'
import { createMemoryLog, MemoryLogContent } from './memory/memory-log-store.js'
import { SAMPLE_IDENTITY } from './testing/sample-records.js'
import { SimulatedFileSystem } from './testing/simulated-file-system.js'

async function useFiles(
  fileSystem: FileSystem,
  directory: string,
  use: (subject: LogSubject) => Promise<void>,
): Promise<void> {
  const opened: LogStore[] = []
  const open = async (fromTick: number) => {
    // Small segments, so that every case runs over several files.
    const options = { fileSystem, directory, identity: SAMPLE_IDENTITY, fromTick, segmentBytesMax: 1200 }
    const { log } = await openFileLog(options)
    opened.push(log)
    return log
  }
  try {
    await use({ log: await open(0), reopen: open })
  } finally {
    for (const log of opened) await log.close()
  }
}

const IMPLEMENTATIONS: Record<string, (use: (subject: LogSubject) => Promise<void>) => Promise<void>> = {
  async memory(use) {
    const content = new MemoryLogContent()
    const open = () => createMemoryLog(SAMPLE_IDENTITY.worldId, content)
    await use({ log: open(), reopen: async () => open() })
  },
  async files(use) {
    const directory = await mkdtemp(join(tmpdir(), 'clawstead-log-'))
    try {
      await useFiles(createNodeFileSystem(), join(directory, 'log'), use)
    } finally {
      await rm(directory, { recursive: true })
    }
  },
  async 'simulated files'(use) {
    const disk = new SimulatedFileSystem()
    await useFiles(disk, 'data/log', use)
    expect(disk.openFiles).toBe(0)
  },
}

for (const [name, withSubject] of Object.entries(IMPLEMENTATIONS)) {
  describe(`log store: ${name}`, () => {
    for (const contract of LOG_STORE_CONTRACT) {
      test(`${contract.name} (${name})`, async () => {
        await expect(withSubject((subject) => contract.run(subject))).resolves.toBeUndefined()
      })
    }
  })
}
