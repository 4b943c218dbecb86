export { SidecarConfigError } from './access.js'
export { type GuestHost, type PortGuest, type RunningSidecar, type SidecarOptions, startSidecar } from './start.js'
export { StateFileError } from './state-file.js'
export { type RunningStdioSidecar, type StdioSidecarOptions, startStdioSidecar } from './stdio.js'
