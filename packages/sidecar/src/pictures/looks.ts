import { BLOCK_LOOKS } from './block-looks.js'
import { type Color, colorFrom } from './canvas.js'

/** How one block is drawn. */
export type Look = {
  readonly block: string
  readonly color: Color
  /** `thin` fills the middle of its cell only; `fluid` is seen through. */
  readonly form: 'none' | 'cube' | 'thin' | 'fluid'
  readonly isGlowing: boolean
}

const THIN: ReadonlySet<string> = new Set(['plant', 'fence', 'torch', 'ladder', 'sign', 'flat'])

/** Below the lowest layer everything is solid; in a world of one layer this is the ground one walks on. */
export const GROUND: Look = { block: 'GROUND', color: [134, 142, 98], form: 'cube', isGlowing: false }

/** What is seen through it is told as water. */
export const WATER: Look = {
  block: 'WATER',
  color: colorFrom(BLOCK_LOOKS.WATER?.color ?? '#3a6fd8'),
  form: 'fluid',
  isGlowing: false,
}

export function lookOf(block: string): Look {
  const known = Object.hasOwn(BLOCK_LOOKS, block) ? BLOCK_LOOKS[block] : undefined
  if (block === 'AIR') return { block, color: [0, 0, 0], form: 'none', isGlowing: false }
  if (known === undefined) return { block, color: colorOfName(block), form: 'cube', isGlowing: false }
  const { color, shape, light } = known
  return { block, color: colorFrom(color), form: formOf(block, shape), isGlowing: light > 0 }
}

function formOf(block: string, shape: string): Look['form'] {
  // Lava glows too much to look through.
  if (shape === 'fluid') return block === 'LAVA' ? 'cube' : 'fluid'
  if (shape === 'none') return 'none'
  return THIN.has(shape) ? 'thin' : 'cube'
}

/** A block of somebody else's catalog gets a colour of its own, always the same, never grey like stone. */
function colorOfName(name: string): Color {
  let hash = 0x811c9dc5
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const part = (shift: number): number => 70 + ((hash >>> shift) & 127)
  const parts: [number, number, number] = [part(0), part(8), part(16)]
  parts[hash % 3] = 225
  return parts
}
