export { readReceipts } from './read-receipts.js'
export type { SignedReceipt } from './receipt.js'
export { openReceiptLog, type ReceiptLog } from './receipt-log.js'
export { type ReceiptVerdict, verifyReceipt } from './verify-receipt.js'
