import type { Inventory } from '../inventory.js'
import { compareIds } from '../order.js'

/** `{"item":"PLANK","count":` by item: quoting a name is dearer than remembering it, and there are few. */
const openings = new Map<string, string>()

/** What is held as JSON text, sorted by item id. */
export function inventoryText({ counts }: Inventory): string {
  if (counts.size === 0) return '[]'
  const items = [...counts.keys()].sort(compareIds)
  let text = ''
  for (const item of items) {
    let opening = openings.get(item)
    if (opening === undefined) {
      opening = `{"item":${JSON.stringify(item)},"count":`
      openings.set(item, opening)
    }
    text += `${text === '' ? '[' : ','}${opening}${counts.get(item)}}`
  }
  return `${text}]`
}
