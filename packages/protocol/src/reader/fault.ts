/** Where and why a value does not fit. Filled on the way out, so that reading good values costs nothing for it. */
export class Fault {
  /** Keys and indices from the innermost outwards. */
  #steps: (string | number)[] | undefined
  rule = ''

  /** Note the broken rule; the caller returns BAD. */
  fail(rule: string): typeof BAD {
    this.rule = rule
    return BAD
  }

  within(step: string | number): typeof BAD {
    this.#steps ??= []
    this.#steps.push(step)
    return BAD
  }

  get path(): string {
    let path = ''
    for (const step of (this.#steps ?? []).toReversed()) {
      if (typeof step === 'number') path += `[${step}]`
      else if (/^[a-z_][a-z0-9_]*$/i.test(step)) path += path === '' ? step : `.${step}`
      else path += `[${JSON.stringify(step.slice(0, SHOWN_KEY_CHARS_MAX))}]`
    }
    return path
  }
}

/** What a reader returns instead of a value. */
export const BAD: unique symbol = Symbol('bad value')

/** A key the sender made up is shown in a message only so far. */
const SHOWN_KEY_CHARS_MAX = 64
