import type { Content } from '../content.js'
import type { Section } from './section.js'

/**
 * Makes the ground a world is born with. Pure: the same seed and place give the same blocks for ever,
 * which is why a released generator is never edited, only followed by another with a new id.
 */
export interface Generator {
  /** Named in logs and snapshots, e.g. `overworld-1`. */
  readonly id: string
  /** The sections of one column, from the bottom up: `height / 16` of them, at least one. */
  generate(cx: number, cz: number): Section[]
  /** Upper-case biome name at a column, as OBS shows it. */
  biomeAt(x: number, z: number): string
}

export interface GeneratorOptions {
  readonly seed: number
  readonly height: number
  readonly seaLevel: number
  readonly boundary: number
  readonly content: Content
}

export type GeneratorFactory = (options: GeneratorOptions) => Generator
