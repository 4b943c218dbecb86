import type { MessagePort } from 'node:worker_threads'
import type { HostAnswer, Script, ScriptOutcome } from './script.js'
import type { WasmModule } from './web-assembly.js'

/** What a thread is given when it starts. */
export type ThreadSetup = {
  readonly wasm: WasmModule
  /** One number: 1 when the answer of a call for a value lies at the port. */
  readonly answered: Int32Array
}

/** To a thread. Answers of calls for a value come over the port of the run, where a thread that waits can take them. */
export type ThreadCommand =
  | { readonly kind: 'run'; readonly script: Script; readonly answers: MessagePort }
  | { readonly kind: 'answer'; readonly call: number; readonly answer: HostAnswer }

/** From a thread. */
export type ThreadReport =
  | { readonly kind: 'value'; readonly name: string; readonly text: string }
  | { readonly kind: 'promise'; readonly call: number; readonly name: string; readonly text: string }
  | { readonly kind: 'ended'; readonly outcome: ScriptOutcome }
