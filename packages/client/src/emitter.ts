type ListenersByName<Events extends Record<string, readonly unknown[]>> = {
  [Name in keyof Events]?: Set<(...args: Events[Name]) => void>
}

/** Listeners by name, called in the order they came. */
export class Emitter<Events extends Record<string, readonly unknown[]>> {
  readonly #listenersByName: ListenersByName<Events> = {}

  /** Listen; the returned function stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): () => void {
    const listeners = this.#listenersByName[name] ?? new Set()
    this.#listenersByName[name] = listeners
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    for (const listener of this.#listenersByName[name] ?? []) listener(...args)
  }
}
