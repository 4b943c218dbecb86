/** How far the clock of a signer may be off, in either direction. */
export const FRESH_WINDOW_MS = 300_000
/** How long a nonce is remembered: both sides of the window together, so none is valid after it was forgotten. */
export const NONCE_KEPT_MS = 2 * FRESH_WINDOW_MS
/** Nonces remembered at once; when they are full, signed calls are refused until old ones expire. */
export const NONCES_MAX = 1_048_576
/** Nonces are forgotten, and their file removed, a slot of this length at a time. */
export const NONCE_SLOT_MS = 60_000
/** How often remembered nonces are forced to the disk. */
export const NONCE_SYNC_MS = 1_000

/** Deepest nesting of a JSON body that may be signed. */
export const SIGNED_DEPTH_MAX = 32
/** Longest opaque text that tells two machines with the same key apart. */
export const MACHINE_CONTEXT_CHARS_MAX = 128
export const METHOD_CHARS_MAX = 256

/** Keys kept ready to verify with. */
export const READY_KEYS_MAX = 4_096

/** Signatures of one address that may fail in a burst, and how many more each second, before verifying is refused. */
export const FAILURES_BURST_MAX = 100
export const FAILURES_PER_SECOND_MAX = 20
/** A body of this size counts as one more failure. */
export const FAILURE_BODY_BYTES = 16 * 1024
/** Addresses whose failures are kept in mind; beyond that the longest silent are forgotten. */
export const FAILING_ADDRESSES_MAX = 16_384

/** How often a running node looks whether its keyring was changed by somebody else. */
export const KEYRING_LOOK_MS = 1_000
export const KEYRING_KEYS_MAX = 10_000
export const KEYRING_BYTES_MAX = 16 * 1024 * 1024
export const KEY_LABEL_CHARS_MAX = 64
export const KEY_FILE_BYTES_MAX = 16 * 1024
