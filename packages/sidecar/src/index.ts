export type { Logger } from './logger.js'
export { type SignedParts, signPlain, signWithNonce } from './signature.js'
export { type RunningSidecar, SidecarConfigError, type SidecarOptions, startSidecar } from './start.js'
export { StateFileError } from './state-file.js'
