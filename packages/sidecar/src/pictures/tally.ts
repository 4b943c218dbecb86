import { type Color, colorText } from './canvas.js'
import type { Look } from './looks.js'

const COLORS_SHOWN = 8

export type ColorEntry = { readonly block: string; readonly color: string; readonly percent: number }

/** Counts what a picture shows, for its legend. */
export class Tally {
  #pixels = 0
  #unseen = 0
  readonly #countByBlock = new Map<string, { readonly color: Color; count: number }>()

  /** A pixel that shows no block: sky. */
  addNothing(): void {
    this.#pixels += 1
  }

  addUnseen(): void {
    this.#pixels += 1
    this.#unseen += 1
  }

  addBlock({ block, color }: Look): void {
    this.#pixels += 1
    const entry = this.#countByBlock.get(block)
    if (entry === undefined) this.#countByBlock.set(block, { color, count: 1 })
    else entry.count += 1
  }

  get unseenPercent(): number {
    return this.#percent(this.#unseen)
  }

  /** The most frequent blocks with the colour they are painted from. */
  colors(): ColorEntry[] {
    return Array.from(this.#countByBlock, ([block, { color, count }]) => ({ block, color, count }))
      .sort((a, b) => b.count - a.count || (a.block < b.block ? -1 : 1))
      .slice(0, COLORS_SHOWN)
      .map(({ block, color, count }) => ({ block, color: colorText(color), percent: this.#percent(count) }))
  }

  #percent(count: number): number {
    return this.#pixels === 0 ? 0 : Math.round((count * 100) / this.#pixels)
  }
}
