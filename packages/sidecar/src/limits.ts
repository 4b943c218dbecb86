/** Every size and time the sidecar works with. */

export const SESSIONS_DEFAULT = 256
/** Agents remembered in the state file; beyond that the longest unused are forgotten. */
export const STATE_ENTRIES_MAX = 65_536

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
