export { createSandbox, type HostFunction, type RunRequest, type Sandbox } from './sandbox.js'
export type { LogLine, ScriptFailure, ScriptOutcome } from './script.js'
