/** Longest answer that is read, after it was unpacked. */
export const DIAL_BYTES_MAX = 4 * 1024 * 1024
/** Time for the whole exchange: looking up, connecting, every redirect, the last byte. */
export const DIAL_TIMEOUT_MS = 30_000
export const DIAL_REDIRECTS_MAX = 3
/** Largest set of headers an answer may have. */
export const DIAL_HEADER_BYTES_MAX = 16 * 1024
/** Sockets kept to one origin. */
export const DIAL_CONNECTIONS_MAX = 16
