import { utf8ToText } from '../utf8.js'

// Standard base64 with padding, without Buffer or atob: this package runs in workers, browsers and Node alike.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 61

const unitOfSextet = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const NOT_A_LETTER = 255
const sextetOfUnit = new Uint8Array(128).fill(NOT_A_LETTER)
for (const [sextet, unit] of unitOfSextet.entries()) sextetOfUnit[unit] = sextet

let scratch = new Uint8Array(4096)

/** Base64 of the first `length` bytes. */
export function bytesToBase64(bytes: Uint8Array, length: number = bytes.length): string {
  const size = Math.ceil(length / 3) * 4
  if (scratch.length < size) scratch = new Uint8Array(size * 2)
  const units = scratch
  let out = 0
  let index = 0
  for (const whole = length - (length % 3); index < whole; index += 3) {
    const word = (byteAt(bytes, index) << 16) | (byteAt(bytes, index + 1) << 8) | byteAt(bytes, index + 2)
    units[out++] = unitOfSextet[word >> 18] as number
    units[out++] = unitOfSextet[(word >> 12) & 63] as number
    units[out++] = unitOfSextet[(word >> 6) & 63] as number
    units[out++] = unitOfSextet[word & 63] as number
  }
  if (index < length) {
    const second = index + 1 < length ? byteAt(bytes, index + 1) : undefined
    const word = (byteAt(bytes, index) << 16) | ((second ?? 0) << 8)
    units[out++] = unitOfSextet[word >> 18] as number
    units[out++] = unitOfSextet[(word >> 12) & 63] as number
    units[out++] = second === undefined ? PADDING : (unitOfSextet[(word >> 6) & 63] as number)
    units[out++] = PADDING
  }
  return utf8ToText(units.subarray(0, out))
}

/** The bytes of a base64 text; undefined when it is not base64. */
export function base64ToBytes(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const letters = text.length - padding
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let word = 0
  let bits = 0
  let out = 0
  for (let index = 0; index < letters; index++) {
    const unit = text.charCodeAt(index)
    const sextet = unit < 128 ? (sextetOfUnit[unit] as number) : NOT_A_LETTER
    if (sextet === NOT_A_LETTER) return undefined
    word = ((word << 6) | sextet) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[out++] = (word >> bits) & 255
    }
  }
  return bytes
}

const byteAt = (bytes: Uint8Array, index: number) => bytes[index] as number
