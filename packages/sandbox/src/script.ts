/** What is run, and within which bounds. */
export type Script = {
  /**
   * `module`: an ES module whose default export is called with the input, and whose result (or what its promise brings) is
   * the value. `script`: statements with top-level `await`, `input` as a global; the value is that of the last expression.
   */
  readonly kind: 'module' | 'script'
  readonly source: string
  /** Name in stack traces. */
  readonly fileName: string
  /** JSON data. */
  readonly input: unknown
  /** Names of the host functions that exist for it, and how each answers. */
  readonly hostFunctions: readonly HostFunctionName[]
  readonly fuel: number
  readonly memoryBytes: number
  /** What `Date` takes for now; it stands still. */
  readonly nowMs: number
  /** What `Math.random` starts from. */
  readonly seed: number
}

export type HostFunctionName = {
  /** Plain, or with one dot: `world.get` becomes `host.world.get`. */
  readonly name: string
  /** `value`: the script waits and has the answer. `promise`: the script goes on and awaits it. */
  readonly gives: 'value' | 'promise'
}

export type LogLine = { readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly text: string }

/** Why a run gave no value. */
export type ScriptFailure =
  /** The script threw, or has an error in it. */
  | 'threw'
  | 'out_of_fuel'
  | 'out_of_memory'
  | 'deadline'
  | 'cancelled'
  /** The value is no JSON data, or too long. */
  | 'bad_result'
  /** It waits for a promise that nothing will ever settle. */
  | 'stuck'

/** What every run leaves, whatever came of it. */
export type RunTrace = {
  /** Steps of the engine; the same script with the same input and answers uses the same. */
  readonly fuelUsed: number
  readonly log: readonly LogLine[]
  readonly logLinesLeftOut: number
}

export type ScriptOutcome = RunTrace &
  (
    | { readonly ok: true; readonly value: unknown }
    | {
        readonly ok: false
        readonly failure: ScriptFailure
        readonly message: string
        /** Where in the source, when the engine knows. */
        readonly line?: number
        readonly stack?: string
      }
  )

export type HostAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** The script's way out: argument lists and answers are JSON texts, so no object of either side reaches the other. */
export type HostPort = {
  callForValue(name: string, argumentsText: string): HostAnswer
  callForPromise(name: string, argumentsText: string): Promise<HostAnswer>
}
