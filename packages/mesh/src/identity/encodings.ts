/** Texts of keys and signatures. Several spellings are read, one is written, and each is told from the others by its length. */

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** What stands before the 32 bytes of a key in the DER form of SubjectPublicKeyInfo. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const SPKI_BYTES = SPKI_PREFIX.length + KEY_BYTES
const OPENSSH_TYPE = 'ssh-ed25519'
const PEM = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)\s+-----END PUBLIC KEY-----\s*$/

/** Raw bytes of a public key from any spelling of one line, or from PEM whose line ends may be written as `\n`. */
export function publicKeyFromText(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith('-----')) return keyFromPem(trimmed.replaceAll('\\n', '\n'))
  if (trimmed.startsWith(`${OPENSSH_TYPE} `)) return keyFromOpenSsh(trimmed)
  if (trimmed.length === 64) return bytesFromHex(trimmed)
  if (trimmed.length === 43 || trimmed.length === 44) return bytesFromBase64(trimmed, KEY_BYTES)
  if (trimmed.length === 59 || trimmed.length === 60) return keyFromSpki(bytesFromBase64(trimmed, SPKI_BYTES))
  return undefined
}

export function publicKeyToText(raw: Uint8Array): string {
  return Buffer.from(raw).toString('base64url')
}

export function publicKeyToPem(raw: Uint8Array): string {
  const base64 = publicKeyToSpki(raw).toString('base64')
  return `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`
}

export function publicKeyToSpki(raw: Uint8Array): Buffer {
  return Buffer.concat([SPKI_PREFIX, raw])
}

/** Raw bytes of a signature: 86 characters of base64url, 88 of base64 or 128 of hex. */
export function signatureFromText(text: string): Buffer | undefined {
  if (text.length === 128) return bytesFromHex(text)
  return text.length >= 86 && text.length <= 88 ? bytesFromBase64(text, SIGNATURE_BYTES) : undefined
}

function keyFromPem(text: string): Uint8Array | undefined {
  const [, base64] = PEM.exec(text) ?? []
  return base64 === undefined ? undefined : keyFromSpki(bytesFromBase64(base64.replaceAll(/\s/g, ''), SPKI_BYTES))
}

function keyFromSpki(spki: Buffer | undefined): Uint8Array | undefined {
  if (spki === undefined || !spki.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX)) return undefined
  return spki.subarray(SPKI_PREFIX.length)
}

/** `ssh-ed25519 <base64> [comment]`: two fields, each with its length before it. */
function keyFromOpenSsh(text: string): Uint8Array | undefined {
  const [, base64 = ''] = text.split(/\s+/)
  const head = Buffer.alloc(4 + OPENSSH_TYPE.length + 4)
  head.writeUInt32BE(OPENSSH_TYPE.length, 0)
  head.write(OPENSSH_TYPE, 4)
  head.writeUInt32BE(KEY_BYTES, 4 + OPENSSH_TYPE.length)
  const bytes = bytesFromBase64(base64, head.length + KEY_BYTES)
  return bytes?.subarray(0, head.length).equals(head) === true ? bytes.subarray(head.length) : undefined
}

function bytesFromHex(text: string): Buffer | undefined {
  return /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** Either alphabet, padded or not; what would not be written the same way again is no encoding of these bytes. */
function bytesFromBase64(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== length) return undefined
  const written = bytes.toString('base64url')
  if (written === text) return bytes
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return written === plain ? bytes : undefined
}
