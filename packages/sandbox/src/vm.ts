import { EvalFlags, Intrinsics, JSException, type JSValueHandle, QuickJS } from 'quickjs-wasi'
import {
  HOST_CALLS_MAX,
  HOST_CALLS_WAITING_MAX,
  LOG_LINE_CHARACTERS_MAX,
  LOG_LINES_MAX,
  STACK_BYTES,
  TEXT_CHARACTERS_MAX,
} from './limits.js'
import { PRELUDE } from './prelude.js'
import type { HostAnswer, HostPort, LogLine, Script, ScriptFailure, ScriptOutcome } from './script.js'
import type { WasmModule } from './web-assembly.js'

/** No clock of its own, and nothing whose behaviour depends on when memory is collected. */
const INTRINSICS = Intrinsics.ALL & ~Intrinsics.PERFORMANCE & ~Intrinsics.WEAK_REF

const JOB_ERROR = /^Job execution error: (\w+): (.*)$/s

type Ending =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly failure: ScriptFailure
      readonly message: string
      readonly line?: number
      readonly stack?: string
    }

/**
 * Runs one script in a fresh VM of its own. The same script with the same input, seed, time and answers of the host does
 * the same and uses the same fuel: answers reach it in the order of its calls, whichever of them is there first.
 */
export async function runInVm(wasm: WasmModule, script: Script, port: HostPort): Promise<ScriptOutcome> {
  const run = new Run(script, port)
  return run.finish(wasm)
}

class Run {
  private fuelUsed = 0
  private isOutOfFuel = false
  private ending: Ending | undefined
  private readonly log: LogLine[] = []
  private logLinesLeftOut = 0
  private hostCalls = 0
  /** Calls that wait for their answers, in the order they were made. */
  private waiting: { readonly id: number; readonly answer: Promise<HostAnswer> }[] = []

  constructor(
    private readonly script: Script,
    private readonly port: HostPort,
  ) {}

  async finish(wasm: WasmModule): Promise<ScriptOutcome> {
    const { script } = this
    // The engine seeds its random numbers from the clock as it starts; afterwards the clock tells the script's time.
    let clockMs = script.seed
    const vm = await QuickJS.create({
      wasm,
      memoryLimit: script.memoryBytes,
      maxStackSize: STACK_BYTES,
      intrinsics: INTRINSICS,
      timezoneOffset: 0,
      interruptHandler: () => this.burn(),
      wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
        clock_time_get(_clock: number, _precision: bigint, result: number) {
          new DataView(memory.buffer).setBigUint64(result, BigInt(Math.trunc(clockMs)) * 1_000_000n, true)
          return 0
        },
        random_get(buffer: number, length: number) {
          new Uint8Array(memory.buffer, buffer, length).fill(0)
          return 0
        },
      }),
    })
    try {
      clockMs = script.nowMs
      await this.drive(vm)
    } catch (error) {
      this.end(this.endingOf(error))
    } finally {
      vm.dispose()
    }
    const { fuelUsed, log, logLinesLeftOut } = this
    const ending = this.ending ?? { ok: false, failure: 'stuck', message: 'it waits for something that never comes' }
    return { ...ending, fuelUsed, log, logLinesLeftOut }
  }

  private async drive(vm: QuickJS): Promise<void> {
    const { script } = this
    const send = vm.newFunction('__send', (...args) => vm.newString(this.hear(args.map((one) => one.toString()))))
    vm.setProp(vm.global, '__send', send)
    const driver = vm.evalCode(PRELUDE, 'prelude')
    const call = (name: string, ...args: JSValueHandle[]): void => {
      vm.callFunction(driver.getProp(name), vm.undefined, ...args).dispose()
    }
    if (script.kind === 'module') {
      call('runModule', vm.evalCode(script.source, script.fileName, EvalFlags.TYPE_MODULE))
    } else {
      call('provide')
      call('runScript', vm.evalCode(script.source, script.fileName, EvalFlags.ASYNC))
    }
    this.work(vm)
    while (this.ending === undefined) {
      const next = this.waiting.shift()
      if (next === undefined) return
      const answer = await next.answer
      call('deliver', vm.newNumber(next.id), vm.newString(JSON.stringify(bounded(answer))))
      this.work(vm)
    }
  }

  /** Runs what is ready to run. A script that ended, or used up its fuel, gets no further turn. */
  private work(vm: QuickJS): void {
    if (this.ending === undefined) vm.executePendingJobs()
    if (this.isOutOfFuel) this.end(this.outOfFuel())
  }

  /** What the prelude tells and asks. */
  private hear([what, ...words]: readonly string[]): string {
    const { script } = this
    const [first = '', second = '', third = ''] = words
    switch (what) {
      case 'functions':
        return JSON.stringify(script.hostFunctions)
      case 'input':
        return JSON.stringify(script.input ?? null)
      case 'value': {
        const refusal = this.refusalOf(second)
        return JSON.stringify(
          refusal === undefined ? bounded(this.port.callForValue(first, second)) : { ok: false, message: refusal },
        )
      }
      case 'promise': {
        const refusal = this.refusalOf(third)
        if (refusal === undefined) {
          this.waiting.push({ id: Number(first), answer: this.port.callForPromise(second, third) })
        }
        return refusal ?? ''
      }
      case 'log':
        this.note(first as LogLine['level'], second)
        return ''
      case 'done':
        this.end(
          first.length > TEXT_CHARACTERS_MAX
            ? { ok: false, failure: 'bad_result', message: `longer than ${TEXT_CHARACTERS_MAX} characters` }
            : { ok: true, value: JSON.parse(first) as unknown },
        )
        return ''
      case 'bad':
        this.end({ ok: false, failure: 'bad_result', message: first })
        return ''
      default:
        this.end(this.thrown({ name: first, message: second, stack: third }))
        return ''
    }
  }

  private refusalOf(argumentsText: string): string | undefined {
    if (++this.hostCalls > HOST_CALLS_MAX) return `more than ${HOST_CALLS_MAX} calls of host functions`
    if (this.waiting.length >= HOST_CALLS_WAITING_MAX) {
      return `more than ${HOST_CALLS_WAITING_MAX} calls of host functions at the same time`
    }
    if (argumentsText.length > TEXT_CHARACTERS_MAX) return `arguments longer than ${TEXT_CHARACTERS_MAX} characters`
    return undefined
  }

  private burn(): boolean {
    this.fuelUsed += 1
    this.isOutOfFuel ||= this.fuelUsed > this.script.fuel
    return this.isOutOfFuel
  }

  private note(level: LogLine['level'], text: string): void {
    if (this.log.length >= LOG_LINES_MAX) this.logLinesLeftOut += 1
    else this.log.push({ level, text: text.slice(0, LOG_LINE_CHARACTERS_MAX) })
  }

  /** The first ending counts. */
  private end(ending: Ending): void {
    this.ending ??= this.isOutOfFuel ? this.outOfFuel() : ending
  }

  private outOfFuel(): Ending {
    return { ok: false, failure: 'out_of_fuel', message: `it used more than ${this.script.fuel} steps` }
  }

  private endingOf(error: unknown): Ending {
    if (!(error instanceof Error)) throw error
    if (error instanceof JSException) {
      const { name, message, stack = '' } = error
      return this.thrown({ name, message, stack })
    }
    // What ends a job of the engine comes as its text; a trap of WebAssembly ends this VM and no other.
    const [, name = 'EngineError', message = error.message] = JOB_ERROR.exec(error.message) ?? []
    return this.thrown({ name, message, stack: '' })
  }

  private thrown({ name, message, stack }: { name: string; message: string; stack: string }): Ending {
    if (message === 'out of memory') {
      return { ok: false, failure: 'out_of_memory', message: `it needs more than ${this.script.memoryBytes} bytes` }
    }
    const line = lineIn(stack, this.script.fileName)
    const where = line === undefined ? {} : { line }
    return { ok: false, failure: 'threw', message: `${name}: ${message}`, stack, ...where }
  }
}

function bounded(answer: HostAnswer): HostAnswer {
  if (!answer.ok || answer.text.length <= TEXT_CHARACTERS_MAX) return answer
  return { ok: false, message: `the answer is longer than ${TEXT_CHARACTERS_MAX} characters` }
}

/** Line of the innermost frame that is the script's own. */
function lineIn(stack: string, fileName: string): number | undefined {
  const at = stack.indexOf(`${fileName}:`)
  const [digits] = at < 0 ? [] : (/^\d+/.exec(stack.slice(at + fileName.length + 1)) ?? [])
  return digits === undefined ? undefined : Number(digits)
}
