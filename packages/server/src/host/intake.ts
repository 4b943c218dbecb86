import type { Input } from '@clawstead/world'
import type { InboxStore, SequenceSet } from '../store/index.js'

/** An input on its way into a world, with its number in the inbox if it was written there. */
export interface HandedInput {
  readonly input: Input
  readonly sequence: number | undefined
}

export interface IntakeOptions {
  /** The tick the world runs next. */
  readonly nextTick: number
  /** None where nothing is kept. */
  readonly inbox: InboxStore | undefined
}

/**
 * The way into a world for as long as it runs. Acts are acknowledged, so they are written first; everything else waits in
 * memory until its tick is logged. This happens beside the sockets, so that no ACK waits for a tick under way.
 */
export class Intake {
  private nextTick: number
  private submitted = 0
  private handed: HandedInput[] = []

  constructor(private readonly options: IntakeOptions) {
    this.nextTick = options.nextTick
  }

  /** Inputs that came since the last tick was asked for. */
  get waiting(): number {
    return this.submitted
  }

  /** Resolves when the input may be acknowledged, with the tick that takes it. */
  async submit(input: Input): Promise<number> {
    const { inbox } = this.options
    this.submitted++
    const isPromised = input.kind === 'act' || input.kind === 'refuse_act'
    const sequence = isPromised ? await inbox?.put(input) : undefined
    this.handed.push({ input, sequence })
    return this.nextTick
  }

  /** What was handed in so far is for this tick, with which it crosses to the world; what comes later is for the next one. */
  step(tick: number): readonly HandedInput[] {
    const inputs = this.handed
    this.handed = []
    this.submitted = 0
    this.nextTick = tick + 1
    return inputs
  }

  async forget(settled: SequenceSet): Promise<void> {
    await this.options.inbox?.forget(settled)
  }

  /** Nothing is handed in any more. What was put so far is written and found by the world's next start. */
  async close(): Promise<void> {
    await this.options.inbox?.close()
  }
}
