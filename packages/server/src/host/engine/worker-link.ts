import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { EngineLink, OpenLink } from './link.js'
import type { EngineReport } from './messages.js'

export interface WorkerLinkOptions {
  /** The file the thread runs. */
  readonly entry?: URL
  /** Flags of Node for the thread. */
  readonly execArgv?: readonly string[]
}

/** A quarter of what Node gives a thread: what a tick leaves behind is garbage soon, and there are several worlds. */
const YOUNG_GENERATION_MB = 12
const BUILT_ENTRY = new URL('./worker-main.js', import.meta.url)

/** Whether threads can be started here: the sources themselves have no file that Node could run. */
export function hasWorkerEntry(): boolean {
  return existsSync(BUILT_ENTRY)
}

/** Runs each engine in a thread of its own. */
export function createWorkerLink(options: WorkerLinkOptions = {}): OpenLink {
  const entry = options.entry ?? BUILT_ENTRY
  return (setup, listener): EngineLink => {
    const worker = new Worker(entry, {
      name: setup.worldId,
      workerData: setup,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      ...(options.execArgv === undefined ? {} : { execArgv: [...options.execArgv] }),
    })
    let isOver = false
    const lose = (error: Error): void => {
      if (isOver) return
      isOver = true
      listener.lost(error)
    }
    worker.on('message', (report: EngineReport) => {
      if (isOver) return
      listener.report(report)
      if (report.kind === 'closed' || report.kind === 'not_started') isOver = true
    })
    worker.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', (code) => lose(new Error(`the thread of ${setup.worldId} ended with code ${code}`)))
    return {
      post: (command) => worker.postMessage(command, []),
      async cut() {
        isOver = true
        await worker.terminate()
      },
    }
  }
}
