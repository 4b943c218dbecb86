import type { Input } from '@clawstead/world'

interface Queued {
  readonly input: Input
  /** Its number in the inbox, for what was written there. */
  readonly sequence: number | undefined
}

/** Inputs that wait for the next tick, in the order they became safe. */
export class InputQueue {
  private queued: Queued[] = []

  get length(): number {
    return this.queued.length
  }

  push(input: Input, sequence?: number): void {
    this.queued.push({ input, sequence })
  }

  /** All of them, for one tick. */
  take(): { readonly inputs: readonly Input[]; readonly inbox: readonly number[] } {
    const taken = this.queued
    this.queued = []
    return {
      inputs: taken.map(({ input }) => input),
      inbox: taken.flatMap(({ sequence }) => sequence ?? []).sort((a, b) => a - b),
    }
  }
}
