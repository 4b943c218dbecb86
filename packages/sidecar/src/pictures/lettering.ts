import { type Canvas, type Color, type Pixel, paintBox, setPixel } from './canvas.js'

const GLYPH_WIDTH = 3
const GLYPH_HEIGHT = 5
const ADVANCE = GLYPH_WIDTH + 1

/** Fifteen signs per glyph, row by row from the top. */
const GLYPHS: Readonly<Record<string, string>> = {
  0: '####.##.##.####',
  1: '.#.##..#..#.###',
  2: '##...#.#.#..###',
  3: '##...#.#...###.',
  4: '#.##.####..#..#',
  5: '####..##...###.',
  6: '.###..##.#.#.#.',
  7: '###..#.#..#..#.',
  8: '####.#####.####',
  9: '.#.#.#.##..###.',
  '-': '......###......',
  E: '####..##.#..###',
  N: '#.#########.###',
  S: '.###...#...###.',
  W: '#.##.########.#',
}

export type Lettering = {
  readonly text: string
  /** Upper left corner of its plate. */
  readonly at: Pixel
  readonly color: Color
  /** Behind the signs, so that they can be read on any ground. */
  readonly plate: Color
  /** Pixels per dot of a sign. */
  readonly scale: number
}

/** How much room a text takes with its plate. */
export function letteringSize(text: string, scale: number): { readonly width: number; readonly height: number } {
  return { width: (text.length * ADVANCE + 1) * scale, height: (GLYPH_HEIGHT + 2) * scale }
}

/** Write digits, a minus or a letter for a direction. Signs without a glyph stay blank. */
export function paintText(canvas: Canvas, { text, at, color, plate, scale }: Lettering): void {
  paintBox(canvas, { ...at, ...letteringSize(text, scale) }, plate)
  for (const [index, sign] of Array.from(text).entries()) {
    const dots = GLYPHS[sign] ?? ''
    for (const [dot, mark] of Array.from(dots).entries()) {
      if (mark !== '#') continue
      const x = at.x + (index * ADVANCE + 1 + (dot % GLYPH_WIDTH)) * scale
      const y = at.y + (1 + Math.floor(dot / GLYPH_WIDTH)) * scale
      for (let dy = 0; dy < scale; dy++)
        for (let dx = 0; dx < scale; dx++) setPixel(canvas, { x: x + dx, y: y + dy }, color)
    }
  }
}
