import { WebSocket } from 'ws'

/** Any frame of the server, as plain data. */
export type Frame = Record<string, unknown> & { readonly type: string }

export interface Closed {
  readonly code: number
  readonly reason: string
}

/** A client on a real socket that keeps every frame it gets until somebody asks for it. */
export class TestClient {
  readonly frames: Frame[] = []
  readonly closed: Promise<Closed>
  private readonly ws: WebSocket
  private readonly opened: Promise<void>
  private wake: () => void = () => {}

  constructor(url: string, options: { headers?: Record<string, string> } = {}) {
    this.ws = new WebSocket(url, { perMessageDeflate: false, ...options })
    this.opened = new Promise((resolve, reject) => {
      this.ws.once('open', resolve)
      this.ws.once('error', reject)
    })
    this.closed = new Promise((resolve) => {
      this.ws.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() })
        this.wake()
      })
    })
    this.ws.on('message', (data) => {
      this.frames.push(JSON.parse((data as Buffer).toString()) as Frame)
      this.wake()
    })
  }

  async open(): Promise<this> {
    await this.opened
    // An error later on ends in `closed`.
    this.ws.on('error', () => {})
    return this
  }

  send(frame: unknown): void {
    this.sendRaw(JSON.stringify(frame))
  }

  sendRaw(data: string | Buffer): void {
    this.ws.send(data)
  }

  /** Returns when the server has handled all that was sent before: it answers a ping after that. */
  async sync(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.ws.once('pong', () => resolve())
      this.ws.ping()
    })
  }

  /** The next frame of a type, now or later; frames before it stay. */
  async next(type: string): Promise<Frame> {
    for (;;) {
      const at = this.frames.findIndex((frame) => frame.type === type)
      const [found] = at < 0 ? [] : this.frames.splice(at, 1)
      if (found !== undefined) return found
      if (this.ws.readyState === WebSocket.CLOSED) throw new Error(`closed while waiting for ${type}`)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  /** Takes all frames of a type that have come so far. */
  take(type: string): Frame[] {
    const taken = this.frames.filter((frame) => frame.type === type)
    const rest = this.frames.filter((frame) => frame.type !== type)
    this.frames.splice(0, this.frames.length, ...rest)
    return taken
  }

  /** Stops or goes on reading the socket, as a client does that is too slow. */
  pause(): void {
    this.ws.pause()
  }

  resume(): void {
    this.ws.resume()
  }

  /** Answers no ping from now on. */
  playDead(): void {
    const receiver = (this.ws as unknown as { _receiver: { removeAllListeners(event: string): void } })._receiver
    receiver.removeAllListeners('ping')
  }

  close(): void {
    this.ws.close()
  }

  /** Ends the connection without a word, like a crash. */
  drop(): void {
    this.ws.terminate()
  }
}
