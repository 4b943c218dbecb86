import type { Command } from '../command.js'
import { runWord, type Word, wordLines } from './words.js'

const RECEIPT_WORDS: readonly Word[] = [
  {
    word: 'verify',
    operands: 'FILE...',
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    says: 'check every receipt of these files',
    async run(invocation, operands) {
      const { runReceiptVerify } = await import('../run/receipt-verify.js')
      return runReceiptVerify(invocation, operands)
    },
  },
]

export const receipt: Command = {
  name: 'receipt',
  summary: 'check receipts of signed calls: who asked whom for what',
  operands: RECEIPT_WORDS.map(({ word }) => word).join('|'),
  operandsMax: Number.POSITIVE_INFINITY,
  about: [
    ...wordLines('receipt', RECEIPT_WORDS),
    'Needs no network and no keys: a receipt holds both signatures. Whether the two keys are',
    'whom you think is yours to compare. Exits with 1 when one receipt does not hold.',
  ],
  examples: [
    { line: 'clawstead receipt verify data/mesh/receipts/receipts-00000001.jsonl', says: 'what a node keeps' },
    { line: 'clawstead receipt verify one.json --json', says: 'for scripts: a line for each receipt, then the sum' },
  ],
  run: (invocation) => runWord('receipt', RECEIPT_WORDS, invocation),
}
