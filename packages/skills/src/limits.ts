/** Longest run of a skill that names no limit of its own. */
export const SKILL_TIMEOUT_MS = 30_000
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
