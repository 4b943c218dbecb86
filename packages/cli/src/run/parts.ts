import type { Log } from '../output/log.js'

/** Something that was started and can be closed. */
interface Part {
  readonly name: string
  close(): Promise<void>
}

/** Remembers what was started, so that it can be closed in reverse order. */
export interface Parts {
  add(part: Part): void
  /** Closes the newest first. A part that fails to close is reported and does not keep the others open. */
  closeAll(closing: (name: string) => void): Promise<{ failed: readonly string[] }>
}

export function createParts(log: Log): Parts {
  const open: Part[] = []
  return {
    add(part) {
      open.push(part)
    },
    async closeAll(closing) {
      const failed: string[] = []
      for (let part = open.pop(); part !== undefined; part = open.pop()) {
        closing(part.name)
        try {
          await part.close()
        } catch (error) {
          failed.push(part.name)
          log.error({ part: part.name, err: error }, `${part.name} did not close cleanly`)
        }
      }
      return { failed }
    },
  }
}
