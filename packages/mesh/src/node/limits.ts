/** Every size, count and time of a node's endpoints. */

export const MESH_BODY_BYTES_MAX = 1024 * 1024
/** Segments of a skill's name. */
export const NAME_SEGMENTS_MAX = 4
/** Paths whose meaning is kept in mind. */
export const READ_ROUTES_MAX = 1_024

/** How long a reader may keep what `/mcp/info` said. */
export const INFO_MAX_AGE_SECONDS = 30
/** Documents kept written until the registry changes. */
export const KEPT_DOCUMENTS_MAX = 1_024
/** Documents shorter than this go out as they are. */
export const COMPRESSED_BYTES_MIN = 64 * 1024
/** Who was heard from within this time counts as a client. */
export const CLIENT_WINDOW_MS = 5 * 60_000
/** Clients remembered for the count; beyond that the longest silent are forgotten. */
export const CLIENTS_MAX = 10_000
export const REQUESTS_WINDOW_MS = 60_000

/** Calls a second one caller may make on average, unless set otherwise. */
export const CALLS_PER_SECOND_DEFAULT = 200
/** How many seconds' worth of calls may come at once. */
export const CALLS_BURST_SECONDS = 10
/** Callers whose rate is remembered; beyond that the longest silent are forgotten. */
export const CALLERS_MAX = 10_000
