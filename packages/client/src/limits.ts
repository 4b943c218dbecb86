/** Every size and time the client works with. */

/** Longest wait for the TCP and WebSocket handshake. */
export const DIAL_TIMEOUT_MS = 5_000
/** Longest wait for WELCOME after dialling. */
export const WELCOME_TIMEOUT_MS = 10_000
/** First pause after a lost connection; doubles up to the maximum, starts over with every WELCOME. */
export const BACKOFF_FIRST_MS = 200
export const BACKOFF_MAX_MS = 5_000
/** While a server may just be restarting, its agents come back soon after it. */
export const BACKOFF_QUICK_MS = 1_000
export const BACKOFF_QUICK_ATTEMPTS = 20
/** A resume that reaches some servers within one tick of the old socket's end is never sent an OBS, so wait longer than a tick. */
export const RESUME_DELAY_MS = 250
/** A connected agent gets OBS all the time; silence this long means the server forgot this socket. */
export const OBS_SILENCE_MS = 5_000
/** How many ticks of a slow world silence may last before it counts. */
export const OBS_SILENCE_TICKS = 10
/** Servers may cut a socket that sent no data for 60 s; a question about events keeps it open. */
export const KEEP_ALIVE_MS = 20_000
/** How long a voxel cube may stay in doubt before a reconnect asks for a full one. */
export const VOXEL_DOUBT_MS = 2_000
/** Default wait for an answer (ACK, EVENT_BATCH, first OBS). */
export const ANSWER_TIMEOUT_MS = 2_000
/** Events kept in memory per connection. */
export const EVENT_RING_MAX = 4_096
/** Largest page a server hands out for EVENT_BATCH_REQ. */
export const EVENT_PAGE_MAX = 1_000
export const EVENT_PAGE_DEFAULT = 100
/** How often a gap in the event log is asked for before it is left open. */
export const GAP_ATTEMPTS_MAX = 3
/** Frames the server may keep queued for a slow reader. */
export const SERVER_QUEUE_FRAMES = 64
/** How long close() waits for the closing handshake. */
export const CLOSE_TIMEOUT_MS = 1_000
/** How often a request is repeated because its tick was out of date when it arrived. */
export const STALE_RETRIES_MAX = 3
/** How long `say`, `perform` and the like wait for the world's answer to arrive. */
export const RESULT_TIMEOUT_MS = 10_000
