/** Longest input that a receipt holds in full; of longer ones only the hash is kept. */
export const RECEIPT_INPUT_BYTES_MAX = 64 * 1024
/** A file of receipts is finished beyond this size, and the next one begun. */
export const RECEIPT_FILE_BYTES_MAX = 16 * 1024 * 1024
/** Files of receipts that are kept; the oldest go first. */
export const RECEIPT_FILES_MAX = 64
/** How long receipts are gathered before they are signed and written together. */
export const RECEIPT_GATHER_MS = 50
/** Receipts signed and written together, at most. */
export const RECEIPT_BATCH_MAX = 1_024
/** Receipts that may wait for the disk; beyond that they are lost, and said to be. */
export const RECEIPT_BACKLOG_MAX = 65_536
/** Longest line that is read as a receipt. */
export const RECEIPT_LINE_BYTES_MAX = 4 * 1024 * 1024
/** Steps from a receipt to what was signed: enough for every batch there can be. */
export const RECEIPT_PATH_MAX = 32
