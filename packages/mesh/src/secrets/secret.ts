import { inspect } from 'node:util'

const SHOWN = '[secret]'

/** A value that shows itself to nobody who does not ask for it by name: logs, errors and JSON get a placeholder. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. Hand it on, and keep it nowhere. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return SHOWN
  }

  toJSON(): string {
    return SHOWN
  }

  [Symbol.toPrimitive](): string {
    return SHOWN
  }

  [inspect.custom](): string {
    return SHOWN
  }
}
