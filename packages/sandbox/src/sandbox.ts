import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  DEADLINE_MS_DEFAULT,
  FUEL_DEFAULT,
  MEMORY_BYTES_DEFAULT,
  MEMORY_BYTES_MIN,
  SOURCE_CHARACTERS_MAX,
  THREADS_MAX_DEFAULT,
} from './limits.js'
import type { HostAnswer, HostFunctionName, Script, ScriptOutcome } from './script.js'
import { Thread } from './thread.js'
import { compileWasm, type WasmModule } from './web-assembly.js'

/** A function of the host that a script may call; the only way out of the sandbox. */
export type HostFunction = {
  /** `value`: the script waits and has the answer. `promise`: the script goes on and awaits it. */
  readonly gives: HostFunctionName['gives']
  /** Arguments are JSON data of the script's making: check them. What it throws reaches the script as its message. */
  call(args: readonly unknown[], signal: AbortSignal): unknown
}

export type RunRequest = {
  readonly kind?: Script['kind']
  readonly source: string
  readonly fileName?: string
  readonly input?: unknown
  /** By name; `a.b` becomes `host.a.b`. */
  readonly host?: Readonly<Record<string, HostFunction>>
  readonly fuel?: number
  readonly memoryBytes?: number
  readonly deadlineMs?: number
  /** What `Date` takes for now. The beginning of 1970 unless given. */
  readonly nowMs?: number
  /** What `Math.random` starts from. */
  readonly seed?: number
  readonly signal?: AbortSignal
}

export type Sandbox = {
  /** Never rejects for what a script does; a request that breaks a rule is a TypeError that names it. */
  run(request: RunRequest): Promise<ScriptOutcome>
  close(): Promise<void>
}

const HOST_NAME = /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)?$/

/** Runs scripts without power of their own: each in a fresh VM, on one of a few threads. */
export function createSandbox({ threadsMax = THREADS_MAX_DEFAULT }: { readonly threadsMax?: number } = {}): Sandbox {
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  const turns: (() => void)[] = []
  let compiled: Promise<WasmModule> | undefined
  let isClosed = false

  async function take(): Promise<Thread> {
    compiled ??= compile()
    const wasm = await compiled
    while (busy.size >= threadsMax) await new Promise<void>((resolve) => turns.push(resolve))
    let thread = idle.pop()
    while (thread?.isOver === true) thread = idle.pop()
    thread ??= new Thread(wasm)
    busy.add(thread)
    return thread
  }

  function giveBack(thread: Thread): void {
    busy.delete(thread)
    if (!thread.isOver) idle.push(thread)
    turns.shift()?.()
  }

  async function run(request: RunRequest): Promise<ScriptOutcome> {
    const script = scriptOf(request)
    const { signal, host = {}, deadlineMs = DEADLINE_MS_DEFAULT } = request
    if (isClosed) throw new TypeError('the sandbox is closed')
    const thread = await take()
    const over = new AbortController()
    try {
      if (signal?.aborted === true) return unstarted('cancelled', 'it was cancelled before it began')
      const running = thread.run(script, (name, text) => callHost(host, { name, text, signal: over.signal }))
      const timer = setTimeout(() => running.cut('deadline', `it took longer than ${deadlineMs} ms`), deadlineMs)
      const cancel = (): void => running.cut('cancelled', 'it was cancelled')
      signal?.addEventListener('abort', cancel, { once: true })
      const outcome = await running.outcome
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      return outcome
    } finally {
      over.abort()
      giveBack(thread)
    }
  }

  return {
    run,
    async close() {
      isClosed = true
      await Promise.all([...idle, ...busy].map((thread) => thread.close()))
    },
  }
}

async function compile(): Promise<WasmModule> {
  const path = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  return compileWasm(await readFile(path))
}

function scriptOf(request: RunRequest): Script {
  const { source, host = {}, fuel = FUEL_DEFAULT, memoryBytes = MEMORY_BYTES_DEFAULT, seed = 1, nowMs = 0 } = request
  if (source.length > SOURCE_CHARACTERS_MAX) throw new TypeError(`source: longer than ${SOURCE_CHARACTERS_MAX}`)
  const bad = Object.keys(host).find((name) => !HOST_NAME.test(name))
  if (bad !== undefined) throw new TypeError(`host.${bad}: a name is letters, digits and _, with one dot at most`)
  if (!Number.isSafeInteger(fuel) || fuel < 1) throw new TypeError(`fuel: a whole number from 1, got ${fuel}`)
  if (!Number.isSafeInteger(memoryBytes) || memoryBytes < MEMORY_BYTES_MIN) {
    throw new TypeError(`memoryBytes: a whole number from ${MEMORY_BYTES_MIN}, got ${memoryBytes}`)
  }
  return {
    kind: request.kind ?? 'module',
    source,
    fileName: request.fileName ?? 'main.js',
    // Data only: whatever else hangs on the caller's objects stays behind.
    input: JSON.parse(JSON.stringify(request.input ?? null)) as unknown,
    hostFunctions: Object.entries(host).map(([name, { gives }]) => ({ name, gives })),
    fuel,
    memoryBytes,
    nowMs,
    seed,
  }
}

async function callHost(
  host: Readonly<Record<string, HostFunction>>,
  { name, text, signal }: { readonly name: string; readonly text: string; readonly signal: AbortSignal },
): Promise<HostAnswer> {
  try {
    if (!Object.hasOwn(host, name)) return { ok: false, message: `host.${name}: no such function` }
    const value = await host[name]?.call(JSON.parse(text) as unknown[], signal)
    return { ok: true, text: JSON.stringify(value ?? null) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

function unstarted(failure: 'cancelled', message: string): ScriptOutcome {
  return { ok: false, failure, message, fuelUsed: 0, log: [], logLinesLeftOut: 0 }
}
