import { EVENTS_KEPT_MAX } from '@clawstead/protocol'
import type { Logger } from '../log.js'
import { createNodeFileSystem, lockDirectory } from '../store/index.js'
import { createMemoryEventStore, type EventStore } from './event-store.js'
import { openFileEventStore } from './file-event-store.js'
import { type KeyedJournal, openKeyedJournal } from './keyed-journal.js'
import { readOrCreateSecret } from './secret.js'

/** Where the server keeps what must outlive it. */
export interface Keeping {
  /** Draws the order of agents within a tick. */
  readonly secret: string
  readonly events: EventStore
  /** Agents and their tokens; none when nothing is kept. */
  readonly journal: KeyedJournal | undefined
  /** The folder of a world; none when nothing is kept. */
  directoryOf(worldId: string): string | undefined
  close(): Promise<void>
}

export interface KeepingOptions {
  readonly dataDir: string
  readonly keep?: boolean
  readonly secret?: string
  readonly log: Logger
}

/** Takes the data folder, for this process alone, and opens what is in it. */
export async function openKeeping({ dataDir, keep = true, secret, log }: KeepingOptions): Promise<Keeping> {
  if (!keep) {
    return {
      secret: secret ?? (await readOrCreateSecret(dataDir)),
      events: createMemoryEventStore(EVENTS_KEPT_MAX),
      journal: undefined,
      directoryOf: () => undefined,
      async close() {},
    }
  }
  const unlock = await lockDirectory(dataDir)
  try {
    const fileSystem = createNodeFileSystem()
    const journal = await openKeyedJournal({ fileSystem, directory: dataDir, name: 'agents.journal' })
    if (journal.cutBytes > 0)
      log.warn({ bytes: journal.cutBytes }, 'an interrupted write was cut off the list of agents')
    const events = await openFileEventStore({ fileSystem, directory: `${dataDir}/events`, perAgent: EVENTS_KEPT_MAX })
    return {
      secret: secret ?? (await readOrCreateSecret(dataDir)),
      events,
      journal,
      directoryOf: (worldId) => `${dataDir}/worlds/${worldId}`,
      async close() {
        await events.close()
        await journal.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
