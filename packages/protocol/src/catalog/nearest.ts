/** Names further away than this many edits are not worth suggesting. */
const SUGGESTION_DISTANCE_MAX = 3

/** The candidate most like a mistyped name, or undefined when nothing is close. Ties go to the first in byte order. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  const distanceMax = Math.min(SUGGESTION_DISTANCE_MAX, Math.max(1, Math.floor(wanted.length / 3)))
  let best: string | undefined
  let bestDistance = distanceMax + 1
  for (const candidate of [...candidates].sort()) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `unknown item "PLNK" (nearest: "PLANK")`: one wording for every name that does not exist. */
export function unknownName(kind: string, name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates)
  const hint = nearest === undefined ? '' : ` (nearest: "${nearest}")`
  return `unknown ${kind} "${name}"${hint}`
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replace = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let cost = Math.min(replace, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[to.length] ?? 0
}
