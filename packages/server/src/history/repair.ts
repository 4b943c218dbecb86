import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createNodeFileSystem, lockDirectory, type RepairReport, repairLog } from '../store/index.js'

export interface WorldRepair {
  readonly worldId: string
  readonly report: RepairReport
}

/** The worlds of a data folder, by name. */
export async function worldsIn(dataDir: string): Promise<string[]> {
  try {
    const entries = await readdir(join(dataDir, 'worlds'), { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Makes damaged worlds usable again, as far as they can be proved. Takes the folder for itself: no server may run there. */
export async function repair(options: {
  readonly dataDir: string
  readonly worldIds: readonly string[]
}): Promise<WorldRepair[]> {
  const { dataDir, worldIds } = options
  const unlock = await lockDirectory(dataDir)
  try {
    const repairs: WorldRepair[] = []
    const fileSystem = createNodeFileSystem()
    for (const worldId of worldIds) {
      const report = await repairLog({ fileSystem, directory: join(dataDir, 'worlds', worldId), worldId })
      repairs.push({ worldId, report })
    }
    return repairs
  } finally {
    await unlock()
  }
}
