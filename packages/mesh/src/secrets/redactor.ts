/** Shorter texts are found in anything; hiding them would hide everything else. */
const HIDDEN_LENGTH_MIN = 4
const SHOWN = '[secret]'

/** Takes every value it has seen out of texts that leave the house. */
export type Redactor = {
  hide(value: string): void
  text(text: string): string
  /** The same in every string, keys included, of JSON data. */
  data(value: unknown): unknown
}

export function createRedactor(): Redactor {
  const hidden = new Set<string>()
  /** Longest first, so that no value survives as the rest of one inside it. */
  let inOrder: readonly string[] = []

  function text(given: string): string {
    let shown = given
    for (const value of inOrder) shown = shown.replaceAll(value, SHOWN)
    return shown
  }

  function data(value: unknown): unknown {
    if (inOrder.length === 0) return value
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(data)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), data(member)]))
  }

  return {
    hide(value) {
      const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64(value)]
      for (const spelling of spellings) if (spelling.length >= HIDDEN_LENGTH_MIN) hidden.add(spelling)
      inOrder = [...hidden].toSorted((left, right) => right.length - left.length)
    },
    text,
    data,
  }
}

function base64(value: string): string {
  return Buffer.from(value).toString('base64').replace(/=+$/, '')
}
