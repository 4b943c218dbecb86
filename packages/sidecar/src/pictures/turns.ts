import { setImmediate } from 'node:timers/promises'

/** Pixels drawn before others get their turn: about a millisecond or two. */
const PIXELS_PER_TURN = 4_096

/** Draw row by row and let other callers in between, so that one picture delays nobody's answer. */
export async function drawRows(
  size: { readonly width: number; readonly height: number },
  drawRow: (y: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const rowsPerTurn = Math.max(1, Math.floor(PIXELS_PER_TURN / size.width))
  for (let y = 0; y < size.height; y++) {
    if (y % rowsPerTurn === 0) {
      await setImmediate()
      signal?.throwIfAborted()
    }
    drawRow(y)
  }
}
