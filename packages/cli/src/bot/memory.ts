import type { Vec3 } from '@clawstead/protocol'
import { cellName } from './ground.js'
import type { Senses } from './senses.js'

/** How long something that did not work is left alone: a minute. */
const AVOID_TICKS = 300

/** What a bot remembers from one moment to the next. Nothing of it is needed to go on living. */
export interface Memory {
  /** Since when it has been awake. */
  awakeSinceTick: number
  /** The height it dug itself in from; nothing when it is not below ground for the night. */
  burrowFromY: number | undefined
  /** Where it last stood on firm ground. */
  lastLand: Vec3 | undefined
  /** Which way it is heading when there is nothing to do, as one of eight directions. */
  heading: number
  /** Cells and items that did not work out, and until when to leave them alone. */
  readonly avoidUntilTick: Map<string, number>
}

export function createMemory(tick: number, heading: number): Memory {
  return {
    awakeSinceTick: tick,
    burrowFromY: undefined,
    lastLand: undefined,
    heading: heading % 8,
    avoidUntilTick: new Map(),
  }
}

export function isAvoided(memory: Memory, senses: Senses, what: Vec3 | string): boolean {
  return (memory.avoidUntilTick.get(typeof what === 'string' ? what : cellName(what)) ?? 0) > senses.tick
}

export function avoid(memory: Memory, tick: number, what: string): void {
  for (const [known, until] of memory.avoidUntilTick) if (until <= tick) memory.avoidUntilTick.delete(known)
  memory.avoidUntilTick.set(what, tick + AVOID_TICKS)
}
