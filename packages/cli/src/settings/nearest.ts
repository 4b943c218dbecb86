/**
 * The name among `names` that takes the fewest typing slips (a letter added, lost, changed, or two swapped) to become `wanted`.
 * Ties go to the one that comes first in the table, so the answer never depends on the machine.
 */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  let best: { name: string; slips: number } | undefined
  for (const name of names) {
    const slips = slipsBetween(plain(wanted), plain(name))
    if (best === undefined || slips < best.slips) best = { name, slips }
  }
  return best?.name
}

/** Upper case, underscores and hyphens are no slips at all: `MCP_PORT` is `mcp-port`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

function slipsBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped && row > 1 && column > 1) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      current.push(slips)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
