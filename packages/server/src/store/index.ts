export {
  LogDamagedError,
  StoreMismatchError,
} from './errors.js'
export type { FileSystem, OpenFile } from './files/file-system.js'
export { createNodeFileSystem } from './files/node-file-system.js'
export { createFileInbox } from './inbox/file-inbox-store.js'
export { readInbox } from './inbox/read-inbox.js'
export type { InboxPosition, InboxStore } from './inbox-store.js'
export { DirectoryInUseError, lockDirectory } from './lock-directory.js'
export { type CommitTiming, openFileLog } from './log/file-log-store.js'
export { readLog } from './log/read-records.js'
export { type RepairReport, repairLog } from './log/repair.js'
export {
  type LogVerification,
  verifyLog,
} from './log/verify-log.js'
export type { LogStore, TickRecord } from './log-store.js'
export { describeRecovery } from './recovery-report.js'
export { type SequenceRun, SequenceSet } from './sequence-set.js'
export { createFileSnapshotStore } from './snapshots/file-snapshot-store.js'
export { storeDirectories } from './store-directories.js'
export { openWorldStore, type WorldStore } from './world-store.js'
