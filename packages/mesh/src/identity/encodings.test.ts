import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { publicKeyFromText, publicKeyToPem, publicKeyToSpki, publicKeyToText, signatureFromText } from './encodings.js'

const keys = uint8Array({ minLength: 32, maxLength: 32 })

function openSsh(raw: Uint8Array): string {
  const field = (data: Uint8Array): Buffer => Buffer.concat([Buffer.from([0, 0, 0, data.length]), data])
  return `ssh-ed25519 ${Buffer.concat([field(Buffer.from('ssh-ed25519')), field(raw)]).toString('base64')} me@here\n`
}

test('[KEY4] every spelling of a key gives the same bytes', () => {
  assert(
    property(keys, (raw) => {
      const bytes = Buffer.from(raw)
      const pem = publicKeyToPem(raw)
      const spellings = [
        publicKeyToText(raw),
        bytes.toString('base64'),
        bytes.toString('hex').toUpperCase(),
        publicKeyToSpki(raw).toString('base64'),
        publicKeyToSpki(raw).toString('base64url'),
        pem,
        pem.replaceAll('\n', '\\n'),
        openSsh(raw),
      ]
      for (const text of spellings) expect(Buffer.from(publicKeyFromText(text) ?? '')).toEqual(bytes)
    }),
  )
})

test('[KEY4] PEM is what OpenSSL writes', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const raw = publicKeyFromText(pem)
  expect(publicKeyToPem(raw ?? Buffer.alloc(0))).toBe(pem)
  expect(createPublicKey(pem).export({ format: 'jwk' }).x).toBe(publicKeyToText(raw ?? Buffer.alloc(0)))
})

test.each([
  '',
  'AAAA',
  'g'.repeat(64),
  `${'A'.repeat(42)}B`, // The last character has bits that belong to no byte.
  `${'A'.repeat(42)}!`,
  `${'A'.repeat(59)}=`, // No SubjectPublicKeyInfo.
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ',
  '-----BEGIN PUBLIC KEY-----\nnonsense\n-----END PUBLIC KEY-----',
])('[KEY4] %j is no key', (text) => {
  expect(publicKeyFromText(text)).toBeUndefined()
})

test('[HEAD4] a signature is read by its length', () => {
  const raw = Buffer.from(Array.from({ length: 64 }, (_, index) => index))
  for (const encoding of ['base64url', 'base64', 'hex'] as const) {
    expect(signatureFromText(raw.toString(encoding))).toEqual(raw)
  }
  for (const text of ['', 'ab', 'A'.repeat(85), 'A'.repeat(89), 'z'.repeat(128)]) {
    expect(signatureFromText(text)).toBeUndefined()
  }
})
