import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import * as noble from '@noble/ed25519'
import { assert, nat, property, string as texts, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSignedBy, weaknessOf } from './ed25519.js'
import { publicKeyToSpki } from './encodings.js'
import { identityOf } from './identity.js'

noble.hashes.sha512 = (message) => createHash('sha512').update(message).digest()

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const identityOfSeed = (seed: Uint8Array) =>
  identityOf(
    createPrivateKey({
      key: Buffer.concat([bytes('302e020100300506032b657004220420'), seed]),
      format: 'der',
      type: 'pkcs8',
    }),
  )

const PRIME = 2n ** 255n - 19n

/** All eight points of small order: what is left of any point of the curve after multiplying by the order of the rest. */
function smallPoints(): Map<string, noble.Point> {
  const { n: order } = noble.Point.CURVE()
  const found = new Map<string, noble.Point>()
  for (let height = 3n; found.size < 8; height++) {
    let point: noble.Point
    try {
      point = noble.Point.fromBytes(encoded(height, 0))
    } catch {
      continue // Not every height is on the curve.
    }
    const small = point.multiply(order - 1n).add(point)
    found.set(small.toHex(), small)
  }
  return found
}

function encoded(height: bigint, sign: 0 | 1): Buffer {
  const key = Buffer.from(height.toString(16).padStart(64, '0'), 'hex').reverse()
  key[31] = (key[31] ?? 0) | (sign << 7)
  return key
}

describe('[ED1] the vectors of RFC 8032', () => {
  test.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
    [
      '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
      'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
    ],
  ])('secret key %s', (seed, publicKey, message, signature) => {
    const identity = identityOfSeed(bytes(seed))
    expect(Buffer.from(identity.publicKey).toString('hex')).toBe(publicKey)
    expect(Buffer.from(identity.sign(bytes(message)), 'base64url').toString('hex')).toBe(signature)
    expect(isSignedBy(bytes(publicKey), bytes(message), bytes(signature))).toBe(true)
    expect(isSignedBy(bytes(publicKey), bytes(`${message}00`), bytes(signature))).toBe(false)
  })
})

describe('[ED2] a second implementation agrees', () => {
  const seeds = uint8Array({ minLength: 32, maxLength: 32 })

  test('on keys, signatures and what fits', () => {
    assert(
      property(seeds, texts(), (seed, text) => {
        const identity = identityOfSeed(seed)
        const message = new TextEncoder().encode(text)
        const signature = Buffer.from(identity.sign(text), 'base64url')
        expect(Buffer.from(identity.publicKey)).toEqual(Buffer.from(noble.getPublicKey(seed)))
        expect(signature).toEqual(Buffer.from(noble.sign(message, seed)))
        expect(isSignedBy(identity.publicKey, text, signature)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('on what does not fit: one bit anywhere spoils it', () => {
    assert(
      property(seeds, nat(511), (seed, bit) => {
        const message = Buffer.from('goplaces/search{}')
        const signature = Buffer.from(noble.sign(message, seed))
        signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const key = noble.getPublicKey(seed)
        const verdict = isSignedBy(key, message, signature)
        expect(verdict).toBe(noble.verify(signature, message, key, { zip215: false }))
        expect(verdict).toBe(false)
      }),
      { numRuns: 30 },
    )
  })
})

describe('[ED3] weak keys', () => {
  test('every point of small order is refused, with either sign', () => {
    for (const [hex, point] of smallPoints()) {
      expect(point.isSmallOrder()).toBe(true)
      const key = bytes(hex)
      expect(weaknessOf(key)).toBe('it is a point of small order')
      key[31] = (key[31] ?? 0) ^ 0x80
      expect(weaknessOf(key)).toBe('it is a point of small order')
    }
  })

  test('encodings beyond the prime are refused', () => {
    for (let height = PRIME; height < 2n ** 255n; height++) {
      expect(weaknessOf(encoded(height, 0))).toBe('its encoding is not canonical')
      expect(weaknessOf(encoded(height, 1))).toBe('its encoding is not canonical')
    }
    expect(weaknessOf(encoded(PRIME - 2n, 0))).toBeUndefined()
  })

  test('one signature under the neutral key fits nothing here, whatever OpenSSL says', () => {
    const key = encoded(1n, 0)
    // R is the neutral point and S is zero: the equation holds for every message.
    const signature = Buffer.concat([key, Buffer.alloc(32)])
    expect(isSignedBy(key, 'transfer everything', signature)).toBe(false)
    // Newer OpenSSL refuses it by itself.
    const isOldOpenSsl = Number(process.versions.node.split('.')[0]) < 24
    const ready = createPublicKey({ key: publicKeyToSpki(key), format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from('transfer everything'), ready, signature)).toBe(isOldOpenSsl)
  })

  test('a key has 32 bytes, and is a point', () => {
    expect(weaknessOf(Buffer.alloc(31))).toBe('a key has 32 bytes')
    expect(isSignedBy(encoded(2n, 0), 'text', Buffer.alloc(64))).toBe(false)
  })
})
