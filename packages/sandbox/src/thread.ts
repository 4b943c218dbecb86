import { existsSync } from 'node:fs'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { ThreadCommand, ThreadReport, ThreadSetup } from './messages.js'
import type { HostAnswer, Script, ScriptFailure, ScriptOutcome } from './script.js'
import type { WasmModule } from './web-assembly.js'

/** Sources have no file that Node could run: there the built one does. */
const OWN_ENTRY = new URL('./worker.js', import.meta.url)
const ENTRY = existsSync(OWN_ENTRY) ? OWN_ENTRY : new URL('../dist/worker.js', import.meta.url)
/** Heap of a thread; the scripts' memory is WebAssembly's and counted apart. */
const HEAP_MEGABYTES = 64

export type Calls = (name: string, argumentsText: string) => Promise<HostAnswer>

/** One run on a thread: what it gives, and how to end it early. */
export type Running = {
  readonly outcome: Promise<ScriptOutcome>
  /** Ends the run whatever it does; the thread goes with it. */
  cut(failure: ScriptFailure, message: string): void
}

/** A thread with one run at a time. */
export class Thread {
  private readonly worker: Worker
  private readonly answered = new Int32Array(new SharedArrayBuffer(4))
  private hear: (report: ThreadReport) => void = () => undefined
  private lose: (message: string) => void = () => undefined
  isOver = false

  constructor(wasm: WasmModule) {
    const setup: ThreadSetup = { wasm, answered: this.answered }
    this.worker = new Worker(ENTRY, {
      name: 'sandbox',
      workerData: setup,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    this.worker.unref()
    this.worker.on('message', (report: ThreadReport) => this.hear(report))
    const over = (reason: string): void => {
      this.isOver = true
      this.lose(reason)
    }
    this.worker.on('error', (error) => over(error instanceof Error ? error.message : String(error)))
    this.worker.on('exit', () => over('its thread ended'))
  }

  run(script: Script, calls: Calls): Running {
    const { port1: answers, port2 } = new MessageChannel()
    let end: (outcome: ScriptOutcome) => void = () => undefined
    const outcome = new Promise<ScriptOutcome>((resolve) => {
      end = resolve
    })
    const fail = (failure: ScriptFailure, message: string): void => {
      answers.close()
      end({ ok: false, failure, message, fuelUsed: 0, log: [], logLinesLeftOut: 0 })
    }
    this.worker.ref()
    this.lose = (reason) => fail('threw', `the engine broke: ${reason}`)
    this.hear = (report) => {
      if (report.kind === 'ended') {
        this.worker.unref()
        answers.close()
        end(report.outcome)
        return
      }
      void this.answer(report, calls(report.name, report.text), answers)
    }
    this.send({ kind: 'run', script, answers: port2 })
    return {
      outcome,
      cut: (failure, message) => {
        this.isOver = true
        fail(failure, message)
        void this.worker.terminate()
      },
    }
  }

  private async answer(
    report: Exclude<ThreadReport, { kind: 'ended' }>,
    answering: Promise<HostAnswer>,
    answers: MessagePort,
  ): Promise<void> {
    const answer = await answering
    if (report.kind === 'promise') return this.send({ kind: 'answer', call: report.call, answer })
    answers.postMessage(answer, [])
    Atomics.store(this.answered, 0, 1)
    Atomics.notify(this.answered, 0)
  }

  private send(command: ThreadCommand): void {
    this.worker.postMessage(command, command.kind === 'run' ? [command.answers] : [])
  }

  async close(): Promise<void> {
    this.isOver = true
    await this.worker.terminate()
  }
}
