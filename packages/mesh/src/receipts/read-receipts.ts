import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readStrictJsonText } from '../identity/strict-json.js'
import { RECEIPT_LINE_BYTES_MAX } from './limits.js'
import { type ReceiptVerdict, verifyReceipt } from './verify-receipt.js'

/** One line of a file and what came of it. */
export type CheckedReceipt = { readonly line: number; readonly verdict: ReceiptVerdict }

/** Checks a file of receipts, one a line. */
export async function* readReceipts(path: string): AsyncGenerator<CheckedReceipt> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    if (text.trim() === '') continue
    yield { line, verdict: verdictOf(text) }
  }
}

function verdictOf(text: string): ReceiptVerdict {
  if (text.length > RECEIPT_LINE_BYTES_MAX) return { ok: false, reason: 'longer than a receipt can be' }
  const json = readStrictJsonText(text)
  return json.ok ? verifyReceipt(json.value) : { ok: false, reason: json.problem }
}
