/** Every size and time the sidecar works with. */

export const SESSIONS_DEFAULT = 256
/** Agents remembered in the state file; beyond that the longest unused are forgotten. */
export const STATE_ENTRIES_MAX = 65_536
/** How long news that may be told twice wait to be written with others. */
export const STATE_LATER_MS = 1_000

/** Default wait for an observation, an ACK or a catalog. */
export const WAIT_MS_DEFAULT = 2_000
/** Longest wait a caller can ask for. */
export const WAIT_MS_MAX = 60_000
/** How long get_obs waits for skipped events to be fetched. */
export const EVENTS_SETTLE_MS = 1_000
export const EVENTS_UNHANDED_MAX = 4_096
export const SUMMARY_EVENTS_MAX = 20
export const EVENTS_LIMIT_DEFAULT = 100
export const EVENTS_LIMIT_MAX = 1_000
/** The waits of one call and some room. */
export const TOOL_TIMEOUT_MS = WAIT_MS_MAX + 10_000

/** How long the world server may take to answer the readiness probe. */
export const PROBE_TIMEOUT_MS = 1_200

/** Sections of 16 cells each way an agent's map holds: about 256 KiB. */
export const SEEN_SECTIONS_MAX = 32
/** Characters shown of a text somebody in the world wrote. */
export const WORLD_TEXT_CHARACTERS_MAX = 500
/** Cells a search for a way looks at. */
export const WAY_CELLS_MAX = 20_000
/** What a look may cost, in tokens of about four characters. */
export const LOOK_TOKENS_DEFAULT = 600
export const LOOK_TOKENS_MIN = 200
export const LOOK_TOKENS_MAX = 8_000
/** How long act_and_wait waits unless asked; below the minute after which many clients give up. */
export const ACT_WAIT_MS_DEFAULT = 30_000
/** Outcomes remembered as told, per agent. */
export const TOLD_MAX = 256
/** Events in an answer of act_and_wait. */
export const ACT_EVENTS_MAX = 20
/** How often an act is sent again because its tick was out of date when it arrived. */
export const STALE_RETRIES_MAX = 3
/** Matches find names of each kind unless asked. */
export const FIND_LIMIT_DEFAULT = 5
export const FIND_LIMIT_MAX = 50
/** Steps a plan may have; deeper recipes are told as raw materials. */
export const PLAN_DEPTH_MAX = 12
/** Recipes a plan tries before it calls the rest raw material. */
export const PLAN_TRIES_MAX = 2_000
export const PLAN_COUNT_MAX = 10_000
/** Conflicts build names before it only counts them. */
export const BUILD_CONFLICTS_SHOWN = 8

/** Waits that may go on at once, over all agents. */
export const WAITS_MAX = 16_384
/** Conditions one wait may name. */
export const WAKE_CONDITIONS_MAX = 16
/** Event types one condition may name. */
export const WAKE_TYPES_MAX = 25
export const WAKE_TICKS_MAX = 10_000_000
/** Causes told at once; more are counted. */
export const WAKE_CAUSES_MAX = 20
/** Pages of the event log a wait reads before it waits: 1000 events each. */
export const WAKE_PAGES_MAX = 10
/** Watches an agent may leave standing. */
export const WAKES_PER_AGENT_MAX = 8
/** Wakes kept for whoever reads them after a notification. */
export const WAKE_INBOX_MAX = 32
/** Causes that may wait for a webhook that does not answer; later ones are counted. */
export const WEBHOOK_PENDING_MAX = 256
export const WEBHOOK_TIMEOUT_MS = 10_000
/** First pause after a delivery that failed; doubles up to the maximum. */
export const WEBHOOK_RETRY_FIRST_MS = 1_000
export const WEBHOOK_RETRY_MAX_MS = 60_000
/** Attempts that may fail in a row before a webhook is disabled. */
export const WEBHOOK_FAILURES_MAX = 8
export const WEBHOOK_URL_CHARACTERS_MAX = 2_048
/** Side of a picture in pixels. At the default a model pays about as much as for a long look. */
export const PICTURE_PIXELS_DEFAULT = 256
export const PICTURE_PIXELS_MIN = 64
export const PICTURE_PIXELS_MAX = 512
/** Pictures drawn at the same time; others wait their turn, so that drawing never takes all of the machine. */
export const PICTURES_AT_ONCE = 4
/** Cells along the side of a map. */
export const MAP_CELLS_MIN = 8
export const MAP_CELLS_MAX = 128
/** Cells along the side of a map tile, and its pixels per cell. */
export const TILE_CELLS = 32
export const TILE_PIXELS = 256
