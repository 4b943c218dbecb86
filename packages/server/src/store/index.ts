export {
  HistoryGoneError,
  LogDamagedError,
  SnapshotDamagedError,
  StoreFullError,
  StoreMismatchError,
  StoreWriteError,
} from './errors.js'
export type { FileSystem, OpenFile, OpenMode } from './files/file-system.js'
export { createNodeFileSystem } from './files/node-file-system.js'
export { type FileInboxOptions, type InboxRecovery, type OpenedInbox, openFileInbox } from './inbox/file-inbox-store.js'
export type { InboxEntry, InboxStore } from './inbox-store.js'
export { DirectoryInUseError, lockDirectory } from './lock-directory.js'
export { type CommitTiming, type FileLogOptions, type OpenedLog, openFileLog } from './log/file-log-store.js'
export { type ReadLogOptions, readLog } from './log/read-records.js'
export type { LogRecovery } from './log/recover-log.js'
export { type RepairOptions, type RepairReport, repairLog } from './log/repair.js'
export {
  type LogProblem,
  type LogVerification,
  type SegmentSurvey,
  type VerifyOptions,
  verifyLog,
} from './log/verify-log.js'
export type { LogIdentity, LogStore, TickRecord } from './log-store.js'
export { createMemoryInbox, MemoryInboxContent } from './memory/memory-inbox-store.js'
export { createMemoryLog, MemoryLogContent } from './memory/memory-log-store.js'
export { createMemorySnapshotStore } from './memory/memory-snapshot-store.js'
export { PlainDataError } from './plain/tags.js'
export { describeRecovery, type RecoveryReport } from './recovery-report.js'
export { type ReadonlySequenceSet, SequenceSet } from './sequence-set.js'
export type { DamagedSnapshot, SnapshotInfo, SnapshotSearch, SnapshotStore } from './snapshot-store.js'
export { createFileSnapshotStore, type FileSnapshotOptions } from './snapshots/file-snapshot-store.js'
export { decodeSnapshot, encodeSnapshot } from './snapshots/snapshot-codec.js'
export { openWorldStore, type WorldStore, type WorldStoreOptions } from './world-store.js'
