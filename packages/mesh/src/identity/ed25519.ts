import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { publicKeyToSpki, publicKeyToText } from './encodings.js'
import { READY_KEYS_MAX } from './limits.js'

/**
 * Heights of the points of small order, low byte first and without the sign bit. A signature under such a key fits messages
 * that nobody signed, and older OpenSSL lets them pass, so they are refused by name.
 */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
const KEY_BYTES = 32
/** Lowest byte of 2^255 - 19, whose other bytes are all ones. */
const PRIME_LOW_BYTE = 0xed

/** Why a key must not be believed, whatever it signs. */
export function weaknessOf(raw: Uint8Array): string | undefined {
  if (raw.length !== KEY_BYTES) return `a key has ${KEY_BYTES} bytes`
  const height = Buffer.from(raw)
  height[KEY_BYTES - 1] = (raw[KEY_BYTES - 1] ?? 0) & 0x7f
  const isBeyondPrime =
    (height[0] ?? 0) >= PRIME_LOW_BYTE &&
    height[KEY_BYTES - 1] === 0x7f &&
    height.subarray(1, KEY_BYTES - 1).every((byte) => byte === 0xff)
  if (isBeyondPrime) return 'its encoding is not canonical'
  return SMALL_ORDER.has(height.toString('hex')) ? 'it is a point of small order' : undefined
}

/** Making a key ready costs about as much as verifying with it, so the ones in use stay ready. */
const readyByText = new LRUCache<string, KeyObject>({ max: READY_KEYS_MAX })
/** The same for bytes that are handed in again and again. */
const readyByBytes = new WeakMap<Uint8Array, KeyObject>()

/** Whether the holder of a key signed these very bytes. Never true for a weak key. */
export function isSignedBy(raw: Uint8Array, data: string | Uint8Array, signature: Uint8Array): boolean {
  const key = readyByBytes.get(raw) ?? readyKey(raw)
  return key !== undefined && verify(null, typeof data === 'string' ? Buffer.from(data) : data, key, signature)
}

function readyKey(raw: Uint8Array): KeyObject | undefined {
  if (weaknessOf(raw) !== undefined) return undefined
  const text = publicKeyToText(raw)
  const key = readyByText.get(text) ?? keyObjectOf(raw)
  if (key === undefined) return undefined
  readyByText.set(text, key)
  readyByBytes.set(raw, key)
  return key
}

function keyObjectOf(raw: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: publicKeyToSpki(raw), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
