/** Whole-number arithmetic that says which way it rounds. */
export function divFloor(a: number, b: number): number {
  return Math.floor(a / b)
}

export function divCeil(a: number, b: number): number {
  return Math.ceil(a / b)
}

/** Remainder that is never negative: `modFloor(-1, 16)` is 15. */
export function modFloor(a: number, b: number): number {
  const r = a % b
  return r < 0 ? r + b : r
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
