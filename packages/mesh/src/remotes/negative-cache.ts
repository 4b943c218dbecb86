import { NOT_FOUND_ENTRIES_MAX, NOT_FOUND_KEPT_MS } from './limits.js'

/** What was not there a moment ago is not asked for again. */
export class NegativeCache {
  /** In order of age: all entries live equally long. */
  readonly #untilMsByKey = new Map<string, number>()

  add(endpoint: string, what: string, nowMs: number): void {
    const key = keyOf(endpoint, what)
    this.#untilMsByKey.delete(key)
    this.#untilMsByKey.set(key, nowMs + NOT_FOUND_KEPT_MS)
    if (this.#untilMsByKey.size <= NOT_FOUND_ENTRIES_MAX) return
    const [oldest] = this.#untilMsByKey.keys()
    if (oldest !== undefined) this.#untilMsByKey.delete(oldest)
  }

  /** @returns how long it is still believed, or undefined when it may be asked for. */
  remainingMs(endpoint: string, what: string, nowMs: number): number | undefined {
    const untilMs = this.#untilMsByKey.get(keyOf(endpoint, what))
    return untilMs === undefined || untilMs <= nowMs ? undefined : untilMs - nowMs
  }

  /** Everything that was not found there. */
  forget(endpoint: string): void {
    for (const key of this.#untilMsByKey.keys()) if (key.startsWith(keyOf(endpoint, ''))) this.#untilMsByKey.delete(key)
  }

  entries(nowMs: number): readonly { readonly url: string; readonly what: string; readonly remainingMs: number }[] {
    return Array.from(this.#untilMsByKey)
      .filter(([, untilMs]) => untilMs > nowMs)
      .map(([key, untilMs]) => {
        const [url = '', what = ''] = key.split(' ')
        return { url, what, remainingMs: untilMs - nowMs }
      })
  }
}

/** Neither a URL nor a skill's name has a space. */
function keyOf(endpoint: string, what: string): string {
  return `${endpoint} ${what}`
}
