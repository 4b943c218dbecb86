import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@clawstead/skills'
import type { Identity } from '../identity/identity.js'
import {
  RECEIPT_BACKLOG_MAX,
  RECEIPT_BATCH_MAX,
  RECEIPT_FILE_BYTES_MAX,
  RECEIPT_FILES_MAX,
  RECEIPT_GATHER_MS,
} from './limits.js'
import { leafHash, type MerkleStep, merkleTree } from './merkle.js'
import { batchText, type Receipt, type ReceiptRecord, receiptOf } from './receipt.js'

/** Keeps a receipt of each signed call. */
export type ReceiptLog = {
  /** Returns at once; the receipt is signed and written behind the answer, in order. */
  append(record: ReceiptRecord): void
  /** Resolves when everything appended so far is on the disk. */
  flush(): Promise<void>
  /** Receipts that could not be written. */
  lostCount(): number
  close(): Promise<void>
}

export type ReceiptLogOptions = {
  readonly directory: string
  readonly identity: Identity
  readonly log: Logger
  /** `false` keeps hashes only; the caller's signature can then be checked only by who has the input. Default true. */
  readonly keepsInputs?: boolean
  readonly fileBytesMax?: number
  readonly filesMax?: number
}

const FILE = /^receipts-(\d{8})\.jsonl$/

export async function openReceiptLog(options: ReceiptLogOptions): Promise<ReceiptLog> {
  const { directory, identity, log, keepsInputs = true } = options
  const { fileBytesMax = RECEIPT_FILE_BYTES_MAX, filesMax = RECEIPT_FILES_MAX } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  let number = Math.max(0, ...(await fileNumbers(directory)))
  let file: FileHandle | undefined
  let fileBytes = 0
  const waiting: Receipt[] = []
  let writing: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let lost = 0

  /** Each run begins a file of its own, so a line that a crash cut short stays the last of its file. */
  async function nextFile(): Promise<FileHandle> {
    await file?.close()
    file = undefined
    number += 1
    file = await open(join(directory, `receipts-${String(number).padStart(8, '0')}.jsonl`), 'ax', 0o600)
    fileBytes = 0
    const expired = (await fileNumbers(directory)).toSorted((left, right) => right - left).slice(filesMax)
    await Promise.all(expired.map((old) => rm(join(directory, `receipts-${String(old).padStart(8, '0')}.jsonl`))))
    return file
  }

  async function writeBatch(batch: readonly Receipt[]): Promise<void> {
    const text = `${signBatch(batch, identity).join('\n')}\n`
    const target = file === undefined || fileBytes >= fileBytesMax ? await nextFile() : file
    await target.appendFile(text)
    await target.datasync()
    fileBytes += Buffer.byteLength(text)
  }

  /** Full batches one after the other; the rest is gathered anew, so that one signature covers many. */
  async function writeWaiting(): Promise<void> {
    do {
      const batch = waiting.splice(0, RECEIPT_BATCH_MAX)
      try {
        await writeBatch(batch)
      } catch (error) {
        lost += batch.length
        log.error({ err: error, receipts: batch.length }, 'receipts not written')
        await file?.close().catch(() => undefined)
        file = undefined
      }
    } while (waiting.length >= RECEIPT_BATCH_MAX)
    writing = undefined
    if (waiting.length > 0) gathering ??= setTimeout(startWriting, RECEIPT_GATHER_MS)
  }

  function startWriting(): void {
    clearTimeout(gathering)
    gathering = undefined
    if (waiting.length > 0) writing ??= writeWaiting()
  }

  /** Writing goes on as long as something comes in meanwhile, so it may have to be waited for again. */
  async function settled(): Promise<void> {
    startWriting()
    if (writing === undefined) return
    await writing
    await settled()
  }

  return {
    append(record) {
      if (waiting.length >= RECEIPT_BACKLOG_MAX) {
        if (lost === 0) log.error({ receipts: waiting.length }, 'receipts are lost: the disk does not keep up')
        lost += 1
        return
      }
      waiting.push(receiptOf(record, identity, keepsInputs))
      if (writing === undefined) gathering ??= setTimeout(startWriting, RECEIPT_GATHER_MS)
    },
    flush: settled,
    lostCount: () => lost,
    async close() {
      await settled()
      await file?.close()
      file = undefined
    },
  }
}

/** The lines of a batch: each receipt with its way to the root, and the one signature over that. */
export function signBatch(batch: readonly Receipt[], identity: Identity): readonly string[] {
  const texts = batch.map((receipt) => JSON.stringify(receipt))
  const { root, paths } = merkleTree(texts.map(leafHash))
  const signature = identity.sign(batchText(root))
  return texts.map((text, index) => `${text.slice(0, -1)},"proof":${proofText(paths[index] ?? [], signature)}}`)
}

/** The JSON of a proof. Hashes and signatures have no characters that need escaping. */
function proofText(path: readonly MerkleStep[], signature: string): string {
  const steps = path.map((step) => ('left' in step ? `{"left":"${step.left}"}` : `{"right":"${step.right}"}`))
  return `{"path":[${steps.join(',')}],"signature":"${signature}"}`
}

async function fileNumbers(directory: string): Promise<number[]> {
  return (await readdir(directory)).flatMap((name) => {
    const [, digits] = FILE.exec(name) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
}
