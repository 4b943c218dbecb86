import { openSocket, type WebSocketLike } from '@clawstead/client'
import type { Program } from './program.js'

const INSPECTOR = /Debugger listening on (ws:\S+)/

/** Reads how much of its heap a running program uses once what nobody needs is gone. It must be started with HEAP_FLAGS. */
export class HeapMeter {
  private number = 0
  private readonly waiting = new Map<number, (result: Record<string, unknown>) => void>()

  private constructor(private readonly socket: WebSocketLike) {
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> }
      if (id !== undefined) this.waiting.get(id)?.(result ?? {})
    })
    socket.addEventListener('error', () => {})
  }

  static async of(program: Program): Promise<HeapMeter> {
    const url = INSPECTOR.exec(program.firstWords())?.[1]
    if (url === undefined) throw new Error(`the program does not let its heap be read: ${program.firstWords()}`)
    const socket = openSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('close', () => reject(new Error('the inspector does not answer')))
    })
    return new HeapMeter(socket)
  }

  async usedBytes(): Promise<number> {
    // Twice: what was held by finalizers goes with the second.
    await this.ask('HeapProfiler.collectGarbage')
    await this.ask('HeapProfiler.collectGarbage')
    const { usedSize } = await this.ask('Runtime.getHeapUsage')
    return Number(usedSize)
  }

  close(): void {
    this.socket.terminate?.()
  }

  private ask(method: string): Promise<Record<string, unknown>> {
    const id = ++this.number
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.socket.send(JSON.stringify({ id, method }))
    })
  }
}

/** What a program must be started with so that its heap can be read; the port is a free one of this machine. */
export const HEAP_FLAGS: Readonly<Record<string, string>> = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }
