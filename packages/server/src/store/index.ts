export {
  LogDamagedError,
  StoreMismatchError,
} from './errors.js'
export type { FileSystem, OpenFile } from './files/file-system.js'
export { createNodeFileSystem } from './files/node-file-system.js'
export { openFileInbox } from './inbox/file-inbox-store.js'
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
export { SequenceSet } from './sequence-set.js'
export { createFileSnapshotStore } from './snapshots/file-snapshot-store.js'
export { openWorldStore, type WorldStore } from './world-store.js'
