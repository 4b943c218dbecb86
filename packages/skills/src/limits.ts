/** Longest run of a skill that names no limit of its own. */
export const SKILL_TIMEOUT_MS = 30_000
/** Longest `x-agent-id`: it becomes a session key, a file entry and an agent's name. */
export const AGENT_ID_BYTES_MAX = 256
/** Deepest nesting of a request body. */
export const REQUEST_DEPTH_MAX = 64
