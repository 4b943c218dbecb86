/** What reading one text as a value gives: the value (perhaps with a remark worth a log line), or what is wrong with it. */
type Reading<Value> = { ok: true; value: Value; remark?: string } | { ok: false; problem: string }

/** A type of setting. Flags, environment variables and the config file all hand it text, so one reader serves all three. */
export interface Kind<Value> {
  /** Stands for the value in help texts; empty for a boolean, which needs none. */
  readonly placeholder: string
  /** Names the type in the reference, with its range. */
  readonly label: string
  /** A masked kind is never shown: not by `config`, not in a log, not in an error. */
  readonly masked: boolean
  /** A relative path in a config file is meant from that file's folder. */
  readonly isPath: boolean
  read(text: string): Reading<Value>
}

export const LOOPBACK_ADDRESS = '127.0.0.1'
const PORT_MAX = 65_535
const TEXT_CHARACTERS_MAX = 256

/** The spellings of Go's flag package, which existing start scripts use. */
const TRUE_WORDS: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True']
const FALSE_WORDS: readonly string[] = ['0', 'f', 'F', 'FALSE', 'false', 'False']

const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/
const ADDRESS_6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?$/

export const boolean: Kind<boolean> = {
  placeholder: '',
  label: 'true or false',
  masked: false,
  isPath: false,
  read(text) {
    if (TRUE_WORDS.includes(text)) return { ok: true, value: true }
    if (FALSE_WORDS.includes(text)) return { ok: true, value: false }
    return { ok: false, problem: `${quote(text)} is neither true nor false` }
  },
}

/** An address to bind. A blank one (what `:8080` leaves before its colon) means loopback here, and says so. */
export const address: Kind<string> = {
  placeholder: 'ADDRESS',
  label: 'address',
  masked: false,
  isPath: false,
  read(text) {
    if (text === '')
      return { ok: true, value: LOOPBACK_ADDRESS, remark: `no host given, so it binds ${LOOPBACK_ADDRESS}` }
    const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
    if (HOST_NAME.test(bare) || ADDRESS_6.test(bare)) return { ok: true, value: bare }
    return { ok: false, problem: `${quote(text)} is not an address or host name` }
  },
}

export const port: Kind<number> = { ...integer({ min: 0, max: PORT_MAX }), label: `port, 0 to ${PORT_MAX}` }

export function integer(range: { min: number; max: number }): Kind<number> {
  return {
    placeholder: 'N',
    label: `integer, ${range.min} to ${range.max}`,
    masked: false,
    isPath: false,
    read(text) {
      const value = Number(text)
      if (!/^[+-]?\d+$/.test(text)) return { ok: false, problem: `${quote(text)} is not a whole number` }
      if (value < range.min || value > range.max) {
        return { ok: false, problem: `${text} is outside ${range.min} to ${range.max}` }
      }
      return { ok: true, value: value === 0 ? 0 : value }
    },
  }
}

export function path(placeholder: 'FILE' | 'DIR'): Kind<string> {
  return {
    placeholder,
    label: placeholder === 'FILE' ? 'file' : 'folder',
    masked: false,
    isPath: true,
    read(text) {
      if (text.includes('\0')) return { ok: false, problem: 'a path cannot contain a zero byte' }
      return { ok: true, value: text }
    },
  }
}

export function oneOf<const Choice extends string>(placeholder: string, choices: readonly Choice[]): Kind<Choice> {
  return {
    placeholder,
    label: `one of ${choices.join(', ')}`,
    masked: false,
    isPath: false,
    read(text) {
      const value = choices.find((choice) => choice === text)
      if (value === undefined) return { ok: false, problem: `${quote(text)} is not one of ${choices.join(', ')}` }
      return { ok: true, value }
    },
  }
}

export function url(schemes: readonly string[]): Kind<string> {
  const starts = schemes.map((scheme) => `${scheme}://`)
  return {
    placeholder: 'URL',
    label: `address starting with ${starts.join(' or ')}`,
    masked: false,
    isPath: false,
    read(text) {
      if (!starts.some((start) => text.startsWith(start)) || !URL.canParse(text)) {
        return { ok: false, problem: `${quote(text)} is not an address starting with ${starts.join(' or ')}` }
      }
      return { ok: true, value: text }
    },
  }
}

export function text(rule: { placeholder: string; label: string; pattern: RegExp }): Kind<string> {
  return {
    placeholder: rule.placeholder,
    label: rule.label,
    masked: false,
    isPath: false,
    read(value) {
      if (value.length > TEXT_CHARACTERS_MAX) {
        return { ok: false, problem: `longer than ${TEXT_CHARACTERS_MAX} characters` }
      }
      if (!rule.pattern.test(value)) return { ok: false, problem: `${quote(value)} is not ${rule.label}` }
      return { ok: true, value }
    },
  }
}

/** Several texts in one, separated by commas. */
export function list(placeholder: string, label: string): Kind<readonly string[]> {
  return {
    placeholder: `${placeholder},...`,
    label,
    masked: false,
    isPath: false,
    read(value) {
      const items = value.split(',').map((item) => item.trim())
      if (items.includes('')) return { ok: false, problem: `${quote(value)} has an empty item` }
      return { ok: true, value: items }
    },
  }
}

export const secret: Kind<string> = {
  placeholder: 'SECRET',
  label: 'secret',
  masked: true,
  isPath: false,
  read(value) {
    return { ok: true, value }
  },
}

/** Loopback by name or by number, the two forms of IPv6 included. */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^::ffff:/, '')
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

function quote(value: string): string {
  return JSON.stringify(value)
}
