import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { STATE_ENTRIES_MAX, STATE_LATER_MS } from './limits.js'

const Wake = z.looseObject({
  id: z.string(),
  /** The conditions as they were asked for. */
  any: z.array(z.unknown()),
  deliver: z.enum(['notification', 'webhook']),
  url: z.string().optional(),
  /** Signs what is sent to the address. */
  secret: z.string().optional(),
  /** Everything up to here has been delivered. */
  cursor: z.int().min(0),
  /** Why nothing is delivered any more. */
  disabled: z.string().optional(),
})

/** A watch that an agent left standing. */
export type SavedWake = z.infer<typeof Wake>

const Entry = z.looseObject({
  resume_token: z.string().optional(),
  agent_id: z.string().optional(),
  last_connected_at: z.string().optional(),
  last_obs_tick: z.int().min(0).optional(),
  wakes: z.array(Wake).optional(),
})

/** What is kept of a session: enough to come back as the same agent. */
export type SavedSession = z.infer<typeof Entry>

/** The file could not be read or written; starting over it would lose agents. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** Resume tokens by session key, on disk. Replaced as a whole, so a crash leaves the old file or the new one. */
export class StateFile {
  readonly #path: string | undefined
  readonly #savedByKey: Map<string, SavedSession>
  #writing: Promise<void> | undefined
  #isDirty = false
  #later: NodeJS.Timeout | undefined
  readonly #onError: (error: unknown) => void

  private constructor(path: string | undefined, saved: Map<string, SavedSession>, onError: (error: unknown) => void) {
    this.#path = path
    this.#savedByKey = saved
    this.#onError = onError
  }

  /** Without a path nothing is kept on disk. A missing file is an empty one. */
  static async load(path: string | undefined, onError: (error: unknown) => void): Promise<StateFile> {
    if (path === undefined || path === '') return new StateFile(undefined, new Map(), onError)
    return new StateFile(path, await readEntries(path), onError)
  }

  get(key: string): SavedSession | undefined {
    return this.#savedByKey.get(key)
  }

  /** Remember a session and write the file in the background. */
  set(
    key: string,
    entry: { readonly resumeToken: string; readonly agentId: string; readonly connectedAtMs: number },
  ): void {
    const { resumeToken, agentId, connectedAtMs } = entry
    const { wakes } = this.#savedByKey.get(key) ?? {}
    this.#save(key, {
      resume_token: resumeToken,
      agent_id: agentId,
      last_connected_at: new Date(connectedAtMs).toISOString().replace('Z', '000000Z'),
      ...(wakes === undefined ? {} : { wakes }),
    })
    this.#writeNow()
  }

  /** Remember the watches of a session; an empty list forgets them. */
  setWakes(key: string, wakes: readonly SavedWake[]): void {
    const { wakes: _before, ...entry } = this.#savedByKey.get(key) ?? {}
    this.#save(key, wakes.length === 0 ? entry : { ...entry, wakes: [...wakes] })
    this.#writeNow()
  }

  /** How far a watch has been told. Written a moment later: after a crash it is told again, which it may be. */
  moveWake(key: string, id: string, cursor: number): void {
    const entry = this.#savedByKey.get(key)
    const wakes = entry?.wakes?.map((wake) => (wake.id === id ? { ...wake, cursor } : wake))
    if (entry === undefined || wakes === undefined) return
    this.#save(key, { ...entry, wakes })
    this.#later ??= setTimeout(() => this.#writeNow(), STATE_LATER_MS).unref()
  }

  /** Sessions that have watches standing. */
  keysWithWakes(): readonly string[] {
    return Array.from(this.#savedByKey).flatMap(([key, { wakes }]) => (wakes === undefined ? [] : [key]))
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    if (this.#later !== undefined) this.#writeNow()
    await this.#writing
  }

  #save(key: string, entry: SavedSession): void {
    this.#savedByKey.set(key, entry)
    this.#dropOldest()
  }

  #writeNow(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    if (this.#path === undefined) return
    this.#isDirty = true
    this.#writing ??= this.#writeWhileDirty(this.#path)
  }

  async #writeWhileDirty(path: string): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false
      try {
        await replaceFile(path, this.#text())
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#writing = undefined
  }

  #text(): string {
    const entries = Array.from(this.#savedByKey).sort(([left], [right]) => (left < right ? -1 : 1))
    return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`
  }

  #dropOldest(): void {
    if (this.#savedByKey.size <= STATE_ENTRIES_MAX) return
    const seenAt = (entry: SavedSession): string => entry.last_connected_at ?? ''
    const [oldest] = Array.from(this.#savedByKey).sort(([, left], [, right]) => (seenAt(left) < seenAt(right) ? -1 : 1))
    if (oldest !== undefined) this.#savedByKey.delete(oldest[0])
  }
}

async function readEntries(path: string): Promise<Map<string, SavedSession>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw new StateFileError(`state file ${path}: cannot be read`, { cause: error })
  }
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new TypeError('not an object')
    // Entry by entry: a schema of the whole object would leave out the key __proto__, which a session may have.
    return new Map(Object.entries(content).map(([key, entry]) => [key, Entry.parse(entry)]))
  } catch (error) {
    throw new StateFileError(`state file ${path}: not a JSON object of sessions; move it away to start over`, {
      cause: error,
    })
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.tmp`
  // Tokens are secrets of the agents: nobody else on the machine needs to read them.
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** The new name itself must reach the disk too; not every platform can sync a folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // The content is safe; only the moment of the rename is not.
  }
}
