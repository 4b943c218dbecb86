import { canonicalJson } from '@clawstead/skills'

/**
 * Canonical JSON put together from texts that are already canonical. A node with thousands of skills writes each of them
 * once, not once per change of any of them.
 */
export function objectText(textByKey: Readonly<Record<string, string>>): string {
  const keys = Object.keys(textByKey).toSorted(byCodeUnits)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${textByKey[key]}`).join(',')}}`
}

export function listText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`
}

/** The texts of an object's members, ready for more to be added. */
export function memberTexts(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, canonicalJson(value)]))
}

/** The order canonical JSON asks for is the one strings compare in. */
function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
