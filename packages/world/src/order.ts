/** Byte order of ids, the same on every machine. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A place as one safe integer: 21 bits each for x and z, 9 for y. */
export function cellKey(x: number, y: number, z: number): number {
  return ((x + 0x10_0000) * 0x20_0000 + (z + 0x10_0000)) * 512 + y
}

/** Manhattan distance in space. */
export function manhattan(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}
