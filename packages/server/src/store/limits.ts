const KIB = 1024
const MIB = 1024 * KIB

/** A segment of the log is closed once it is this long. */
export const SEGMENT_BYTES_MAX = 64 * MIB
/** The largest frame that is written or believed when read: one group of ticks with all their inputs. */
export const FRAME_BYTES_MAX = 256 * MIB
/** Ticks that are written as one group at most, so that a reader never waits long for the next one. */
export const GROUP_TICKS_MAX = 4096
/** Bytes of inputs after which a group is closed even when more is waiting. */
export const GROUP_BYTES_MAX = 4 * MIB
/** Bytes waiting in memory after which writing starts although nobody asked for it. */
export const PENDING_BYTES_MAX = MIB
/** Ticks waiting in memory after which writing starts although nobody asked for it. */
export const PENDING_TICKS_MAX = 1024
/** Inputs shorter than this are not worth compressing. */
export const DEFLATE_BYTES_MIN = 256
/** Inputs longer than this are compressed on another thread; shorter ones are quicker done than handed over. */
export const DEFLATE_HERE_BYTES_MAX = 32 * KIB
/** A file of the inbox is closed once it is this long, and removed once all of it is in the log. */
export const INBOX_FILE_BYTES_MAX = MIB
/** Inputs that are written to the inbox at once. */
export const INBOX_BATCH_BYTES_MAX = MIB
/** Snapshots that are kept, newest first. */
export const SNAPSHOTS_KEPT = 3
/** Bytes of a snapshot that are prepared in one go before other work gets its turn. */
export const SNAPSHOT_CHUNK_BYTES = 64 * KIB
/** Bytes read from a file in one go. */
export const READ_CHUNK_BYTES = MIB
/** Objects, arrays, maps and sets within each other. */
export const PLAIN_DEPTH_MAX = 100
