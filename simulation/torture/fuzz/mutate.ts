import type { Chance } from '../../chance.js'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const VALUES: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  'ACT',
  '1.1',
  '9.9',
  '__proto__',
  'é'.repeat(300),
  'A'.repeat(5_000),
  [],
  {},
  [[[]]],
  [1, 2, 3, 4],
  [null],
  { type: 'ACT' },
  { type: 'MOVE_TO', target: [1e9, 0, 1e9] },
  Array.from({ length: 100 }, () => ({ id: 'i', type: 'SAY' })),
]
const KEYS = ['extra', '__proto__', 'constructor', 'type', 'id', 'act_id', 'tick', 'method', 'params', '']
const DEPTH = 80

/** Fresh each time: what is put into a frame may itself be changed next. */
const anyValue = (chance: Chance): Json => structuredClone(chance.pick(VALUES))

/** One to three changes somewhere in a value: a member replaced, added or taken away. */
export function mutated(value: object, chance: Chance): Json {
  const copy = structuredClone(value) as Json
  for (let i = 0; i <= chance.below(3); i++) change(copy, chance)
  return copy
}

function change(value: Json, chance: Chance): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  const key = keys.length > 0 && chance.permille(850) ? chance.pick(keys) : chance.pick(KEYS)
  const within = Object.hasOwn(value, key) ? (value as { [key: string]: Json })[key] : undefined
  if (typeof within === 'object' && within !== null && chance.permille(600)) return change(within, chance)
  if (Array.isArray(value)) {
    if (chance.permille(500)) value.push(anyValue(chance))
    else value.splice(chance.below(value.length + 1), 1)
  } else if (chance.permille(200)) delete value[key]
  else if (key === '__proto__')
    Object.defineProperty(value, key, { value: anyValue(chance), enumerable: true, configurable: true, writable: true })
  else value[key] = anyValue(chance)
}

/** A value as bytes for a wire: mostly its own text, sometimes torn, twisted or replaced by noise. */
export function asBytes(value: Json, chance: Chance): Buffer {
  const text = JSON.stringify(value)
  const kind = chance.below(100)
  if (kind < 70) return Buffer.from(text)
  if (kind < 78) return Buffer.from(text.slice(0, chance.below(text.length + 1)))
  if (kind < 84) return Buffer.from(text.replace(/\d+/, chance.pick(['1e400', '1.0', '-', 'NaN', '007', '1E2', '0x1'])))
  if (kind < 88) return Buffer.from(text.replace(/[[{,:]/, chance.pick([',', '}', '"', '\u0000', '[[', '//'])))
  if (kind < 90) return Buffer.from(`${'['.repeat(DEPTH)}${text}${']'.repeat(DEPTH)}`)
  if (kind < 92) return Buffer.from(`\ufeff${text}`)
  if (kind < 96) return flipped(Buffer.from(text), chance)
  return Buffer.from(Array.from({ length: chance.below(200) }, () => chance.below(256)))
}

function flipped(bytes: Buffer, chance: Chance): Buffer {
  for (let i = 0; i <= chance.below(4); i++) {
    const at = chance.below(bytes.length)
    bytes[at] = (bytes[at] as number) ^ (1 << chance.below(8))
  }
  return bytes
}
