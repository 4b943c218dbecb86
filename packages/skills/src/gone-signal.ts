/**
 * Says once that whoever waits for a result has gone. Every AbortSignal is one; a door that serves many small calls may have
 * something lighter.
 */
export type GoneSignal = {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The same for code that asks for a real AbortSignal. */
export function abortSignalOf(gone: GoneSignal): AbortSignal {
  if (gone instanceof AbortSignal) return gone
  const controller = new AbortController()
  if (gone.aborted) controller.abort()
  else gone.addEventListener('abort', () => controller.abort(), { once: true })
  return controller.signal
}
