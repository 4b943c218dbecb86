import { SIGNED_DEPTH_MAX } from './limits.js'

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads JSON that two readers cannot understand differently: no key twice, no `__proto__`, no half characters, no
 * integer that a double cannot hold, no nesting beyond the limit. A signature over anything else would prove little.
 */
export function readStrictJson(bytes: Uint8Array): StrictJson {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return { ok: false, problem: 'bad JSON: not UTF-8' }
  }
  return readStrictJsonText(text)
}

export function readStrictJsonText(text: string): StrictJson {
  const reader = new Reader(text)
  try {
    return { ok: true, value: reader.document() }
  } catch (error) {
    if (error instanceof BadJson) return { ok: false, problem: `bad JSON: ${error.message}` }
    throw error
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LONE_SURROGATE = /\p{Surrogate}/u
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

class BadJson extends Error {}

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): unknown {
    this.#skipSpace()
    const value = this.#value()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('unexpected text after the value')
    return value
  }

  #value(): unknown {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object()
      case '[':
        return this.#list()
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #open(): void {
    this.#depth += 1
    if (this.#depth > SIGNED_DEPTH_MAX) this.#fail(`nested deeper than ${SIGNED_DEPTH_MAX}`)
    this.#at += 1
    this.#skipSpace()
  }

  #close(character: string): void {
    this.#expect(character)
    this.#depth -= 1
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#open()
    if (this.#text[this.#at] !== '}') this.#members(object)
    this.#close('}')
    return object
  }

  #members(object: Record<string, unknown>): void {
    do {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') this.#fail('expected a key')
      const start = this.#at
      const key = this.#string()
      if (key === '__proto__') this.#fail('the key "__proto__" is not taken', start)
      if (Object.hasOwn(object, key)) this.#fail(`the key ${JSON.stringify(key)} is there twice`, start)
      this.#skipSpace()
      this.#expect(':')
      this.#skipSpace()
      object[key] = this.#value()
      this.#skipSpace()
    } while (this.#take(','))
  }

  #list(): unknown[] {
    const list: unknown[] = []
    this.#open()
    if (this.#text[this.#at] !== ']') this.#items(list)
    this.#close(']')
    return list
  }

  #items(list: unknown[]): void {
    do {
      this.#skipSpace()
      list.push(this.#value())
      this.#skipSpace()
    } while (this.#take(','))
  }

  #string(): string {
    const start = this.#at
    let hasEscape = false
    let hasWide = false
    for (let index = start + 1; index < this.#text.length; index++) {
      const code = this.#text.charCodeAt(index)
      if (code === QUOTE) {
        this.#at = index + 1
        const value = hasEscape ? this.#unescape(start, this.#at) : this.#text.slice(start + 1, index)
        if ((hasEscape || hasWide) && LONE_SURROGATE.test(value)) this.#fail('half of a surrogate pair', start)
        return value
      }
      if (code < SPACE) this.#fail('a control character must be escaped', index)
      if (code === BACKSLASH) {
        hasEscape = true
        index += 1
      } else if (code >= 0xd800) hasWide = true
    }
    return this.#fail('a string has no end', start)
  }

  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string
    } catch {
      return this.#fail('bad escape in a string', start)
    }
  }

  #number(): number {
    NUMBER.lastIndex = this.#at
    const match = NUMBER.exec(this.#text)
    if (match === null) return this.#fail(this.#at < this.#text.length ? 'unexpected character' : 'unexpected end')
    const [digits, fraction, exponent] = match
    const value = Number(digits)
    if (!Number.isFinite(value)) this.#fail('a number beyond all bounds')
    if (fraction === undefined && exponent === undefined && !Number.isSafeInteger(value)) {
      this.#fail('an integer beyond 2^53')
    }
    this.#at += digits.length
    return value
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('unexpected character')
    this.#at += word.length
    return value
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #expect(character: string): void {
    if (!this.#take(character)) this.#fail(this.#at < this.#text.length ? `expected ${character}` : 'unexpected end')
  }

  #fail(problem: string, at: number = this.#at): never {
    throw new BadJson(`${problem}, at character ${at + 1}`)
  }
}
