import type { Snapshot } from '@clawstead/world'
import { SnapshotDamagedError, StoreMismatchError, toWriteFailure } from '../errors.js'
import { type FileSystem, tryUnlink } from '../files/file-system.js'
import { SNAPSHOTS_KEPT } from '../limits.js'
import type { DamagedSnapshot, SnapshotInfo, SnapshotStore } from '../snapshot-store.js'
import { decodeSnapshot, encodeSnapshot } from './snapshot-codec.js'

const TEMPORARY_SUFFIX = '.tmp'
const NAME = /^(\d{12,16})\.snapshot$/

export interface FileSnapshotOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly worldId: string
  /** How many stay; at least one. */
  readonly keep?: number
}

/** Snapshots as files named by tick. A file gets its name when all of it is durable, and is never written again. */
export function createFileSnapshotStore(options: FileSnapshotOptions): SnapshotStore {
  const { fileSystem, directory, worldId, keep = SNAPSHOTS_KEPT } = options
  if (!Number.isInteger(keep) || keep < 1)
    throw new RangeError(`snapshots of ${worldId}: keep must be 1 or more, not ${keep}`)
  /** One at a time: two writers of the same tick would share a temporary file. */
  let writing: Promise<unknown> = Promise.resolve()

  async function list(): Promise<SnapshotInfo[]> {
    const infos: SnapshotInfo[] = []
    for (const name of await fileSystem.list(directory)) {
      const digits = NAME.exec(name)?.[1]
      if (digits === undefined) continue
      const path = `${directory}/${name}`
      infos.push({ tick: Number(digits), bytes: await sizeOf(path), file: path })
    }
    return infos.sort((a, b) => a.tick - b.tick)
  }

  async function sizeOf(path: string): Promise<number> {
    const file = await fileSystem.open(path, 'read')
    try {
      return await file.size()
    } finally {
      await file.close()
    }
  }

  async function load({ file: path, tick }: SnapshotInfo): Promise<Snapshot> {
    const file = await fileSystem.open(path, 'read')
    let bytes: Buffer
    try {
      bytes = await file.read(0, await file.size())
    } finally {
      await file.close()
    }
    const snapshot = decodeSnapshot(bytes, path)
    if (snapshot.worldId !== worldId) {
      throw new StoreMismatchError(`${path} belongs to world ${snapshot.worldId}, not to ${worldId}`)
    }
    if (snapshot.state.tick !== tick) {
      throw new SnapshotDamagedError(`${path}: it holds tick ${snapshot.state.tick}, its name says ${tick}`)
    }
    return snapshot
  }

  async function writeFile(snapshot: Snapshot, path: string): Promise<number> {
    await fileSystem.makeDirectory(directory)
    const file = await fileSystem.open(path + TEMPORARY_SUFFIX, 'replace')
    let bytes = 0
    try {
      for await (const piece of encodeSnapshot(snapshot)) {
        await file.write(piece, bytes)
        bytes += piece.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await fileSystem.rename(path + TEMPORARY_SUFFIX, path)
    await fileSystem.syncDirectory(directory)
    return bytes
  }

  async function write(snapshot: Snapshot): Promise<SnapshotInfo> {
    const { tick } = snapshot.state
    const path = `${directory}/${String(tick).padStart(12, '0')}.snapshot`
    let bytes: number
    try {
      bytes = await writeFile(snapshot, path)
    } catch (cause) {
      await tryUnlink(fileSystem, path + TEMPORARY_SUFFIX)
      throw toWriteFailure(cause, `snapshot of ${worldId}, tick ${tick}`)
    }
    await removeOld()
    return { tick, bytes, file: path }
  }

  async function removeOld(): Promise<void> {
    const names = await fileSystem.list(directory)
    const halfMade = names.filter((name) => name.endsWith(TEMPORARY_SUFFIX))
    const old = names.filter((name) => NAME.test(name)).slice(0, -keep)
    for (const name of [...halfMade, ...old]) await tryUnlink(fileSystem, `${directory}/${name}`)
  }

  return {
    write(snapshot) {
      const mine = writing.then(() => write(snapshot))
      writing = mine.catch(() => {})
      return mine
    },
    async latest(atOrBefore = Number.POSITIVE_INFINITY) {
      const damaged: DamagedSnapshot[] = []
      for (const info of (await list()).reverse()) {
        if (info.tick > atOrBefore) continue
        try {
          return { found: { snapshot: await load(info), info }, damaged }
        } catch (error) {
          if (!(error instanceof SnapshotDamagedError)) throw error
          damaged.push({ file: info.file, reason: error.message })
        }
      }
      return { found: undefined, damaged }
    },
    list,
  }
}
