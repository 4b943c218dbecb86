/** Longest run of a skill that names no limit of its own. */
export const SKILL_TIMEOUT_MS = 30_000
/** Runs of one skill at the same moment, for a skill that names no number of its own. */
export const SKILL_CONCURRENCY_MAX = 1_024
/** Calls of one skill that wait for a run to end; further ones are refused as busy. */
export const SKILL_QUEUE_MAX = 1_024
/** How long a run that was given up may go on before its place is taken by another. */
export const SKILL_ABANDONED_MS = 10_000
/** How deep skills may call each other within one call. */
export const SKILL_CALL_DEPTH_MAX = 8
/** Schemas that come as data: text, nesting, and parts after references are replaced by what they name. */
export const SCHEMA_BYTES_MAX = 256 * 1024
export const SCHEMA_DEPTH_MAX = 32
export const SCHEMA_PARTS_MAX = 10_000
/** Up to this many items are compared with each other; a schema that allows more is not held to `uniqueItems`. */
export const SCHEMA_UNIQUE_ITEMS_MAX = 1_000
/** Longest `x-agent-id`: it becomes a session key, a file entry and an agent's name. */
export const AGENT_ID_BYTES_MAX = 256
/** Deepest nesting of a request body. */
export const REQUEST_DEPTH_MAX = 64
/** How long a client may keep a list of tools, resources or prompts; changes are told in between. */
export const LIST_TTL_MS = 60_000
/** Sessions of clients of the older revisions; at the limit the least recently used one ends. */
export const MCP_SESSIONS_MAX = 256
/** A session that nobody used for so long, and that streams nothing, makes room for new ones. */
export const MCP_SESSION_IDLE_MS = 30 * 60_000
/** Values in one answer to a completion; the protocol allows no more. */
export const COMPLETIONS_MAX = 100
/** Messages a client may leave unread on its stream before the stream ends. */
export const STREAM_BACKLOG_MAX = 1_024
export const STREAM_KEEP_ALIVE_MS = 15_000

export const BODY_BYTES_MAX = 4 * 1024 * 1024
/** How much of a body beyond the limit is read and thrown away, so the sender gets to see the answer. */
export const DISCARD_BYTES_MAX = 64 * 1024 * 1024
export const REQUEST_TIMEOUT_MS = 30_000

/** How far a signed request's clock may be off, in either direction. */
export const SIGNATURE_WINDOW_MS = 300_000
/** Longer than both sides of the window together need, so no signature is valid after it was forgotten. */
export const REPLAY_KEPT_MS = 600_000
export const REPLAY_ENTRIES_MAX = 65_536

/** How many nodes a call may have passed through. */
export const CALL_HOPS_MAX = 4

/** Skills beyond which models are offered a search instead of the whole list. */
export const LISTED_SKILLS_MAX = 64
/** Skills a search names unless asked for more. */
export const SEARCH_LIMIT_DEFAULT = 10
export const SEARCH_LIMIT_MAX = 50
/** Skills on one page of `skills/list`. */
export const SKILLS_PAGE_MAX = 100
