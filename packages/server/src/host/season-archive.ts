import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeasonEnd } from '@clawstead/world'
import type { Logger } from '../log.js'

export interface SeasonArchiveOptions {
  /** The folder of a world; none when nothing is kept. */
  directoryOf(worldId: string): string | undefined
  readonly log: Logger
  readonly now: () => Date
}

/** Writes down how seasons ended, one file each, beside the world's log. What is missing there can be had by running the log again. */
export interface SeasonArchive {
  add(worldId: string, end: SeasonEnd): void
  /** Resolves when all that was added is written. */
  close(): Promise<void>
}

export function createSeasonArchive({ directoryOf, log, now }: SeasonArchiveOptions): SeasonArchive {
  let writing: Promise<void> = Promise.resolve()
  return {
    add(worldId, end) {
      log.info({ worldId, season: end.season, endTick: end.endTick }, 'a season ended')
      const directory = directoryOf(worldId)
      if (directory === undefined) return
      const createdAt = now().toISOString()
      writing = writing
        .then(() => write(join(directory, 'archives'), worldId, end, createdAt))
        .catch((error: unknown) =>
          log.warn({ worldId, season: end.season, err: error }, 'a season could not be written down'),
        )
    },
    close: () => writing,
  }
}

async function write(directory: string, worldId: string, end: SeasonEnd, createdAt: string): Promise<void> {
  const { season, endTick, seed, scores } = end
  const record = {
    world_id: worldId,
    season,
    end_tick: endTick,
    seed,
    created_at: createdAt,
    scores: scores.map(({ agentId, name, fun }) => ({ agent_id: agentId, name, fun })),
  }
  const path = join(directory, `season_${String(season).padStart(3, '0')}.json`)
  await mkdir(directory, { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(record, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
