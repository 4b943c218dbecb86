/**
 * Every size, count and window of the wire, by name. Sizes of text are bytes of UTF-8 (`_BYTES_MAX`) unless the
 * name says characters (`_CHARS_MAX`, UTF-16 units: cheap to check before anything is copied).
 */

// Frames
/** Largest frame accepted from a client. */
export const FRAME_BYTES_MAX = 1024 * 1024
/** Largest frame a client accepts from a server: catalogs and a first OBS after a long absence are big. */
export const SERVER_FRAME_BYTES_MAX = 16 * 1024 * 1024
/** Deepest nesting of lists and objects in a frame. */
export const FRAME_DEPTH_MAX = 32
/** Longest `instants`, `tasks` or `cancel` list of one ACT: an agent has two hands, and one tick pays for them all. */
export const ACT_LIST_MAX = 64
/** Longest text used as an identity or a reference: `act_id`, action ids, `req_id`, tokens. They are remembered and echoed. */
export const REFERENCE_CHARS_MAX = 256
/** Longest list of `supported_versions`. */
export const SUPPORTED_VERSIONS_MAX = 64
/** Longest agent name kept; a longer one is cut. */
export const AGENT_NAME_BYTES_MAX = 64

// Connection
export const HELLO_TIMEOUT_MS = 5_000
export const SEND_QUEUE_DEFAULT = 8
export const SEND_QUEUE_MAX = 64
export const EVENT_BATCH_DEFAULT = 100
export const EVENT_BATCH_MAX = 1_000
/** Newest events kept per agent for EVENT_BATCH. */
export const EVENTS_KEPT_MAX = 4_096
/** Acknowledged `act_id`s remembered per connection. */
export const ACT_IDS_PER_CONNECTION_MAX = 2_048
/** How long a world remembers an `act_id`. */
export const ACT_ID_MEMORY_TICKS = 3_000
/** An ACT is stale when its tick is older than this many ticks before the one being simulated. */
export const ACT_STALE_TICKS = 2

// World shape
export const CHUNK_SIZE = 16
/** Above this a surface height no longer fits the one byte of PAL16_Y8. */
export const WORLD_HEIGHT_MAX = 256
export const OBS_RADIUS_MAX = 32
export const BLOCK_ID_MAX = 65_535
export const OBS_ENTITIES_MAX = 64
export const TOP_POSTS_MAX = 5

// Texts
export const CHAT_BYTES_MAX = 4_096
/** Agents one agent may have muted. */
export const MUTES_MAX = 256
export const MEMORY_BYTES_MAX = 65_536
export const POST_TITLE_BYTES_MAX = 80
export const POST_BODY_BYTES_MAX = 2_000
export const POST_SUMMARY_BYTES_MAX = 120
export const BOARD_QUERY_BYTES_MAX = 120
export const BOARD_RESULT_BODY_BYTES_MAX = 400
export const SIGN_TEXT_BYTES_MAX = 200
export const ORG_NAME_BYTES_MAX = 40

// Arguments with a default and a ceiling
export const LOAD_MEMORY_DEFAULT = 64
export const LOAD_MEMORY_MAX = 256
export const BOARD_SEARCH_DEFAULT = 20
export const BOARD_SEARCH_MAX = 50
export const BOARD_OPEN_POSTS_MAX = 20
export const FOLLOW_DISTANCE_DEFAULT = 2
export const FOLLOW_DISTANCE_MAX = 32
export const CLAIM_RADIUS_DEFAULT = 32
export const CLAIM_RADIUS_MAX = 128

// Observer
export const OBSERVER_CHUNK_RADIUS_DEFAULT = 6
export const OBSERVER_CHUNK_RADIUS_MAX = 32
export const OBSERVER_CHUNKS_DEFAULT = 1_024
export const OBSERVER_CHUNKS_MAX = 16_384
export const OBSERVER_VOXEL_RADIUS_MAX = 8
export const OBSERVER_VOXEL_CHUNKS_DEFAULT = 256
export const OBSERVER_VOXEL_CHUNKS_MAX = 2_048
