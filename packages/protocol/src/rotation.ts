/**
 * Quarter turns 0..3 of a `rotation` argument. Values up to 3 in size are turns, larger multiples of 90 are degrees,
 * negative ones turn the other way. Any other large number is taken as turns.
 */
export function quarterTurns(rotation: number): number {
  const isDegrees = Math.abs(rotation) > 3 && rotation % 90 === 0
  const turns = (isDegrees ? rotation / 90 : rotation) % 4
  return turns < 0 ? turns + 4 : turns + 0
}
