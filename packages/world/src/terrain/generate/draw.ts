import { mix32 } from '../../math/hash.js'

/** A stream of small draws for one column and one purpose; started anew, never kept. */
export class Draw {
  private state = 0

  start(seed: number): this {
    this.state = seed | 0
    return this
  }

  /** The next number in 0 .. bound-1. */
  below(bound: number): number {
    this.state = (this.state + 0x9e3779b9) | 0
    return mix32(this.state) % bound
  }
}
