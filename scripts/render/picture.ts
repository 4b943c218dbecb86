/** A picture of red, green and blue bytes, row by row from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

export function createPicture(width: number, height: number): Picture {
  return { width, height, rgb: new Uint8Array(width * height * 3) }
}

export function setPixel(
  { width, rgb }: Picture,
  x: number,
  y: number,
  [r = 0, g = 0, b = 0]: readonly number[],
): void {
  const i = (y * width + x) * 3
  rgb[i] = clampByte(r)
  rgb[i + 1] = clampByte(g)
  rgb[i + 2] = clampByte(b)
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
