import { openSocket, type WebSocketLike } from '@clawstead/client'
import type { Program } from '../program.js'

const INSPECTOR = /Debugger listening on (ws:\S+)/
/** How long a thread may take to answer: a collection of a large heap among other work. */
const ANSWER_MS_MAX = 30_000
const USAGE = 'JSON.stringify({ ...process.memoryUsage(), ...process.cpuUsage() })'

/** What a program has taken by one moment. Sizes are bytes; heaps are those of all its threads together. */
export interface Usage {
  readonly resident: number
  readonly heap: number
  /** Held outside of the heaps by what is in them: buffers, mostly. */
  readonly external: number
  /** Processor time since its start. */
  readonly processorMs: number
}

type ThreadUsage = Record<'rss' | 'heapUsed' | 'external' | 'user' | 'system', number>

/**
 * Reads what every thread of a running program takes. A world has a thread of its own, of which the figures of the main
 * one say nothing. The program must be started with HEAP_FLAGS.
 */
export class ProgramMeter {
  private number = 0
  private readonly waiting = new Map<string, (result: Record<string, unknown>) => void>()
  private readonly workers = new Set<string>()

  private constructor(private readonly socket: WebSocketLike) {
    socket.addEventListener('message', ({ data }) => this.hear('', String(data)))
    socket.addEventListener('error', () => {})
  }

  static async of(program: Program): Promise<ProgramMeter> {
    const url = INSPECTOR.exec(program.firstWords())?.[1]
    if (url === undefined) throw new Error(`the program does not let itself be measured: ${program.firstWords()}`)
    const socket = openSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('close', () => reject(new Error('the inspector does not answer')))
    })
    const meter = new ProgramMeter(socket)
    // The threads that are there are told of before the answer.
    await meter.ask('', 'NodeWorker.enable', { waitForDebuggerOnStart: false })
    return meter
  }

  /** As it is, without a collection: nothing that is measured meanwhile is held up. */
  async read(): Promise<Usage> {
    const usages = await Promise.all(this.threads().map((thread) => this.usageOf(thread)))
    // Resident memory and processor time are the whole program's whichever thread is asked.
    const main = usages[0] as ThreadUsage
    return {
      resident: main.rss,
      heap: usages.reduce((total, { heapUsed }) => total + heapUsed, 0),
      external: usages.reduce((total, { external }) => total + external, 0),
      processorMs: (main.user + main.system) / 1000,
    }
  }

  /** What is left once what nobody needs is gone. Every thread stands still meanwhile. */
  async readCollected(): Promise<Usage> {
    for (const thread of this.threads()) {
      // Twice: what was held by finalizers goes with the second.
      await this.ask(thread, 'HeapProfiler.collectGarbage')
      await this.ask(thread, 'HeapProfiler.collectGarbage')
    }
    return this.read()
  }

  close(): void {
    this.socket.terminate?.()
  }

  /** The main thread has no name. */
  private threads(): string[] {
    return ['', ...this.workers]
  }

  private async usageOf(thread: string): Promise<ThreadUsage> {
    const { result } = await this.ask(thread, 'Runtime.evaluate', { expression: USAGE })
    return JSON.parse((result as { value: string }).value) as ThreadUsage
  }

  private ask(thread: string, method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.number
    const key = `${thread} ${id}`
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`a thread does not answer ${method}`)), ANSWER_MS_MAX)
      this.waiting.set(key, (result) => {
        clearTimeout(late)
        this.waiting.delete(key)
        resolve(result)
      })
      const message = JSON.stringify({ id, method, params })
      if (thread === '') this.socket.send(message)
      else {
        const envelope = { sessionId: thread, message }
        const wrapped = { id: ++this.number, method: 'NodeWorker.sendMessageToWorker', params: envelope }
        this.socket.send(JSON.stringify(wrapped))
      }
    })
  }

  private hear(thread: string, data: string): void {
    const { id, method, params, result } = JSON.parse(data) as {
      id?: number
      method?: string
      params?: { sessionId: string; message: string }
      result?: Record<string, unknown>
    }
    if (id !== undefined) this.waiting.get(`${thread} ${id}`)?.(result ?? {})
    else if (params === undefined) return
    else if (method === 'NodeWorker.attachedToWorker') this.workers.add(params.sessionId)
    else if (method === 'NodeWorker.detachedFromWorker') this.workers.delete(params.sessionId)
    else if (method === 'NodeWorker.receivedMessageFromWorker') this.hear(params.sessionId, params.message)
  }
}
