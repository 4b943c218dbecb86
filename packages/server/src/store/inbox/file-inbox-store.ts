import { toWriteFailure } from '../errors.js'
import { type FileSystem, type OpenFile, tryUnlink } from '../files/file-system.js'
import type { InboxPosition, InboxStore } from '../inbox-store.js'
import { INBOX_BATCH_BYTES_MAX, INBOX_FILE_BYTES_MAX } from '../limits.js'
import { encodePlain } from '../plain/encode.js'
import { encodeEntry, encodeInboxHeader, inboxName } from './inbox-file.js'

export interface FileInboxOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly worldId: string
  /** Where reading it ended. */
  readonly position: InboxPosition
  readonly fileBytesMax?: number
}

interface Putting {
  readonly body: Buffer
  readonly resolve: (sequence: number) => void
  readonly reject: (error: unknown) => void
}

/** Goes on with an inbox in a directory of its own. Writes reach the system, not the disk: see the promises in SPEC.md. */
export function createFileInbox(options: FileInboxOptions): InboxStore {
  const { fileSystem, directory, worldId, position, fileBytesMax = INBOX_FILE_BYTES_MAX } = options
  let closedFiles = position.files
  let { nextSequence } = position
  let file: OpenFile | undefined
  let path = ''
  let sequences: number[] = []
  let end = 0
  /** Something may stand behind `end` that was refused to whoever put it. */
  let hasRest = false
  let queue: Putting[] = []
  let flushing: Promise<void> | undefined
  let isClosed = false

  async function openNext(): Promise<OpenFile> {
    const nextPath = `${directory}/${inboxName(nextSequence)}`
    const header = encodeInboxHeader(worldId)
    const opened = await fileSystem.open(nextPath, 'replace')
    try {
      await opened.write(header, 0)
    } catch (error) {
      await opened.close().catch(() => {})
      throw error
    }
    // A file that never got an entry is found again under the same name.
    closedFiles = closedFiles.filter((closed) => closed.path !== nextPath)
    if (file !== undefined) {
      closedFiles = [...closedFiles, { path, sequences }]
      await file.close().catch(() => {})
    }
    file = opened
    path = nextPath
    sequences = []
    end = header.length
    return opened
  }

  /** As many as fit into one write. */
  function nextBatch(): Putting[] {
    let bytes = 0
    const count = queue.findIndex(({ body }) => (bytes += body.length) > INBOX_BATCH_BYTES_MAX)
    return count < 0 ? queue : queue.slice(0, Math.max(1, count))
  }

  async function cutRest(opened: OpenFile): Promise<void> {
    await opened.truncate(end)
    hasRest = false
  }

  async function writeBatch(batch: readonly Putting[]): Promise<void> {
    if (hasRest && file !== undefined) await cutRest(file)
    const opened = file === undefined || end >= fileBytesMax ? await openNext() : file
    const bytes = Buffer.concat(batch.map(({ body }, index) => encodeEntry(nextSequence + index, body)))
    hasRest = true
    try {
      // A few bytes into the system's memory: handing them to another thread would cost more than writing them.
      opened.writeNow(bytes, end)
    } catch (error) {
      // Whoever is refused must not find later that it happened after all. If this fails too, the next write begins with it.
      await cutRest(opened).catch(() => {})
      throw error
    }
    hasRest = false
    end += bytes.length
    for (const { resolve } of batch) {
      sequences.push(nextSequence)
      resolve(nextSequence++)
    }
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = nextBatch()
      queue = queue.slice(batch.length)
      try {
        await writeBatch(batch)
      } catch (cause) {
        const error = toWriteFailure(cause, `inbox of ${worldId}, entry ${nextSequence}`)
        for (const { reject } of batch) reject(error)
      }
    }
  }

  function startFlush(): void {
    // What is put in the same turn of the event loop goes into the same write.
    flushing ??= Promise.resolve()
      .then(flush)
      .finally(() => {
        flushing = undefined
        if (queue.length > 0) startFlush()
      })
  }

  /** Resolves when nothing is being written any more. */
  async function settle(): Promise<void> {
    if (flushing === undefined) return
    await flushing
    await settle()
  }

  return {
    put(input) {
      if (isClosed) return Promise.reject(new Error(`inbox of ${worldId}: closed`))
      return new Promise((resolve, reject) => {
        queue.push({ body: encodePlain(input), resolve, reject })
        startFlush()
      })
    },
    async forget(taken) {
      for (const closed of closedFiles.filter(({ sequences: own }) => own.every((sequence) => taken.has(sequence)))) {
        if (await tryUnlink(fileSystem, closed.path)) closedFiles = closedFiles.filter((other) => other !== closed)
      }
    },
    async close() {
      isClosed = true
      await settle()
      await file?.close()
      file = undefined
    },
  }
}
