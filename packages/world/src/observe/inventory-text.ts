import type { Inventory } from '../inventory.js'
import { compareIds } from '../order.js'

/** `{"item":"PLANK","count":` by item: quoting a name is dearer than remembering it, and there are few. */
const openings = new Map<string, string>()

/** What was written of an inventory last, and what it held then, in the order of its map. */
interface Written {
  readonly items: readonly string[]
  readonly counts: readonly number[]
  readonly text: string
}

const writtenByCounts = new WeakMap<Inventory['counts'], Written>()

/** What is held as JSON text, sorted by item id. Most hold what they held the tick before: looking is cheaper than writing. */
export function inventoryText({ counts }: Inventory): string {
  if (counts.size === 0) return '[]'
  let written = writtenByCounts.get(counts)
  if (written === undefined || !isAsWritten(counts, written)) {
    written = { items: [...counts.keys()], counts: [...counts.values()], text: textOf(counts) }
    writtenByCounts.set(counts, written)
  }
  return written.text
}

function isAsWritten(now: Inventory['counts'], { items, counts }: Written): boolean {
  if (now.size !== items.length) return false
  let i = 0
  for (const [item, count] of now) {
    if (items[i] !== item || counts[i] !== count) return false
    i++
  }
  return true
}

function textOf(counts: Inventory['counts']): string {
  let text = ''
  for (const item of [...counts.keys()].sort(compareIds)) {
    let opening = openings.get(item)
    if (opening === undefined) {
      opening = `{"item":${JSON.stringify(item)},"count":`
      openings.set(item, opening)
    }
    text += `${text === '' ? '[' : ','}${opening}${counts.get(item)}}`
  }
  return `${text}]`
}
