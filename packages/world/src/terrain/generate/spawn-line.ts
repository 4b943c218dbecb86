/**
 * Agent n starts at (2n, -2n) wrapped into the boundary, so every start lies on the line x = -z.
 * How far a place is from it, along either axis.
 */
export function offSpawnLine(x: number, z: number): number {
  return Math.abs(x + z)
}
