/** Every size and time of a run, where its caller names none. */

/** Memory of the engine, script and values together. */
export const MEMORY_BYTES_DEFAULT = 16 * 1024 * 1024
/** The engine itself needs about this much before a script has said anything. */
export const MEMORY_BYTES_MIN = 1024 * 1024
/** Steps of the engine, each some thousand instructions: about a second of plain computing. */
export const FUEL_DEFAULT = 20_000
/** Time on the wall, waiting for the host included. */
export const DEADLINE_MS_DEFAULT = 10_000
/** Native stack of the engine. */
export const STACK_BYTES = 256 * 1024
/** Characters of a result, of an argument list and of an answer of the host, as JSON. */
export const TEXT_CHARACTERS_MAX = 1024 * 1024
/** Calls of host functions in one run. */
export const HOST_CALLS_MAX = 10_000
/** Calls of host functions that may wait for their answers at the same time. */
export const HOST_CALLS_WAITING_MAX = 256
export const LOG_LINES_MAX = 200
export const LOG_LINE_CHARACTERS_MAX = 2_000
/** Characters of a source. */
export const SOURCE_CHARACTERS_MAX = 1024 * 1024
/** Threads that run scripts at the same time; more runs wait for their turn. */
export const THREADS_MAX_DEFAULT = 2
