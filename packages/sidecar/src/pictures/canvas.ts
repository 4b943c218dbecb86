/** Red, green and blue, each 0 to 255. */
export type Color = readonly [number, number, number]

/** A picture of red, green and blue bytes, row by row from the top. */
export type Canvas = { readonly width: number; readonly height: number; readonly rgb: Uint8Array }

export type Pixel = { readonly x: number; readonly y: number }

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, rgb: new Uint8Array(width * height * 3) }
}

/** What lies outside of the canvas is not painted. */
export function setPixel({ width, height, rgb }: Canvas, { x, y }: Pixel, [r, g, b]: Color): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  const at = (y * width + x) * 3
  rgb[at] = clampByte(r)
  rgb[at + 1] = clampByte(g)
  rgb[at + 2] = clampByte(b)
}

export function pixelAt({ width, rgb }: Canvas, { x, y }: Pixel): Color {
  const at = (y * width + x) * 3
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
}

/** Part of the way from one colour to another; share 0 is the first. */
export function mix(from: Color, to: Color, share: number): Color {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

export function scaleColor([r, g, b]: Color, factor: number): Color {
  return [r * factor, g * factor, b * factor]
}

/** #rrggbb */
export function colorFrom(text: string): Color {
  const part = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

export function colorText(color: Color): string {
  return `#${color.map((part) => clampByte(part).toString(16).padStart(2, '0')).join('')}`
}

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Paint a box over what is there; share 1 covers it wholly. */
export function paintBox(canvas: Canvas, { x, y, width, height }: Box, color: Color, share = 1): void {
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)]
  const [right, bottom] = [Math.min(x + width, canvas.width), Math.min(y + height, canvas.height)]
  for (let py = top; py < bottom; py++)
    for (let px = left; px < right; px++) {
      const at = { x: px, y: py }
      setPixel(canvas, at, share === 1 ? color : mix(pixelAt(canvas, at), color, share))
    }
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
