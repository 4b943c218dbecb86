/** How long a `404` of a remote is believed. */
export const NOT_FOUND_KEPT_MS = 60_000
/** Answers of `404` remembered at once; the oldest make room. */
export const NOT_FOUND_ENTRIES_MAX = 10_000

/** Failures in a row after which a remote is disabled. */
export const FAILURES_MAX = 3
/** When a disabled remote is looked at again; each failed look doubles it. */
export const PROBE_FIRST_MS = 60_000
export const PROBE_LAST_MS = 15 * 60_000

/** How often what a remote offers is read again. */
export const REFRESH_MS = 5 * 60_000
/** How soon a remote that could not be read, and is not disabled yet, is read again. */
export const READ_RETRY_MS = 10_000
/** Time for reading what a remote says about itself. */
export const INFO_TIMEOUT_MS = 10_000
export const INFO_BYTES_MAX = 16 * 1024 * 1024
/** Deepest nesting of fields that are described in words. */
export const SCHEMA_TEXT_DEPTH_MAX = 16
/** Skills that are taken over from one remote. */
export const REMOTE_SKILLS_MAX = 5_000
/** Remotes a node may have. */
export const REMOTES_MAX = 256
/** Skills of one remote that are asked about one by one, because its list does not describe them; how many at once. */
export const DESCRIBED_MAX = 64
export const DESCRIBED_AT_ONCE_MAX = 8
/** Calls that one remote, and any one skill of it, may have under way. */
export const REMOTE_CALLS_MAX = 64
/** Sockets to one origin: reading what a remote offers finds one however many calls are under way. */
export const REMOTE_CONNECTIONS_MAX = REMOTE_CALLS_MAX + 8
/** Longest answer of one call. */
export const ANSWER_BYTES_MAX = 4 * 1024 * 1024
/** Longest time any call of a remote skill may take, whatever it asks for. */
export const REMOTE_TIMEOUT_MS_MAX = 10 * 60_000
/** Time for the call of a remote that names none. */
export const REMOTE_TIMEOUT_MS_DEFAULT = 30_000
/** Longest pause a remote may ask for with `Retry-After`. */
export const RETRY_AFTER_MS_MAX = 10 * 60_000

/** Longest text of a stranger that is shown or logged. */
export const REMOTE_TEXT_CHARS_MAX = 500
export const REMOTE_DESCRIPTION_CHARS_MAX = 4_000

/** The failure log turns into `.1`, and `.1` into `.2`, at this size; older ones go. */
export const FAILURE_LOG_BYTES_MAX = 1024 * 1024
export const FAILURE_LOG_FILES_MAX = 3

/** Asking peers for their peers: how far, how many, and how many of one host. */
export const DISCOVERY_DEPTH_MAX = 2
export const DISCOVERED_MAX = 64
export const DISCOVERED_PER_HOST_MAX = 16
/** Nodes looked at in the same moment. */
export const DISCOVERY_AT_ONCE_MAX = 8
/** Longest list of one peer that is read. */
export const DISCOVER_BYTES_MAX = 256 * 1024

/** How often a running node looks whether its files were changed by somebody else. */
export const FILES_LOOK_MS = 1_000
export const PINS_BYTES_MAX = 16 * 1024 * 1024
