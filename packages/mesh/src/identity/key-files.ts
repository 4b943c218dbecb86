import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createAtomically } from './atomic-file.js'
import { publicKeyFromText, publicKeyToPem } from './encodings.js'
import { KEY_FILE_BYTES_MAX } from './limits.js'

/** The files of an identity cannot be used as they are. The message says which, why, and what to do. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

export const PRIVATE_KEY_FILE = 'agent.key'
export const PUBLIC_KEY_FILE = 'agent.pub'
export const PRIVATE_MODE = 0o600
export const PUBLIC_MODE = 0o644
const DIRECTORY_MODE = 0o700
/** Readable, writable or runnable by anybody but the owner. */
const OTHERS_MAY = 0o077
const OTHERS_MAY_WRITE = 0o022
const REFERENCE = /^(op:\/\/|aws-sm:\/\/|arn:aws|\{\{resolve:secretsmanager:|env:)/

/** Turns a reference such as `op://vault/item/field` into the secret it stands for. */
export type ResolveSecret = (reference: string) => Promise<string>

/** Where keys live unless somebody says otherwise. */
export function defaultKeysDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const state = environment['OPENCLAW_STATE_DIR']
  return join(state === undefined || state === '' ? join(homedir(), '.openclaw') : state, 'keys')
}

export async function openKeysDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE })
  const { mode } = await stat(directory)
  if (isPosix() && (mode & OTHERS_MAY_WRITE) !== 0) {
    throw new KeyFileError(`${directory} can be written by others (mode ${octal(mode)}): run chmod 700 on it`)
  }
}

/** Public key from PEM, OpenSSH, base64 or hex. */
export async function readPublicKeyFile(path: string): Promise<Uint8Array | undefined> {
  const text = await readSmallFile(path)
  if (text === undefined) return undefined
  const key = publicKeyFromText(text)
  if (key === undefined) {
    throw new KeyFileError(`${path} holds no Ed25519 public key: expected PEM, ssh-ed25519, base64 or hex`)
  }
  return key
}

/** The private key of a file, or of the secret that the file refers to. */
export async function readPrivateKeyFile(path: string, resolve: ResolveSecret): Promise<KeyObject | undefined> {
  const text = await readSmallFile(path)
  if (text === undefined) return undefined
  const trimmed = text.trim()
  if (REFERENCE.test(trimmed)) return privateKeyOfReference(trimmed, resolve)
  const { mode } = await stat(path)
  if (isPosix() && (mode & OTHERS_MAY) !== 0) {
    throw new KeyFileError(`${path} can be read by others (mode ${octal(mode)}): run chmod 600 on it`)
  }
  return privateKeyOfPem(trimmed, path)
}

export async function privateKeyOfReference(reference: string, resolve: ResolveSecret): Promise<KeyObject> {
  const pem = await resolve(reference).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeyFileError(`the private key is a secret that cannot be had: ${reason}`, { cause: error })
  })
  return privateKeyOfPem(pem, 'the secret that holds the private key')
}

function privateKeyOfPem(pem: string, where: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n'))
  } catch {
    // What OpenSSL says may quote the key.
    throw new KeyFileError(`${where} holds no private key: expected PKCS#8 PEM without a passphrase`)
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new KeyFileError(`${where} holds a key of type ${key.asymmetricKeyType}: expected ed25519`)
  }
  return key
}

/** Makes a key where there is none. Of two programs that try at once both get the same one. */
export async function createPrivateKeyFile(path: string): Promise<void> {
  await createAtomically(path, privatePem(generateKeyPairSync('ed25519').privateKey), PRIVATE_MODE)
}

export async function createPublicKeyFile(path: string, publicKey: Uint8Array): Promise<void> {
  await createAtomically(path, publicKeyToPem(publicKey), PUBLIC_MODE)
}

export function privatePem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

export function rawPublicKey(privateKey: KeyObject): Uint8Array {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url')
}

export async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length > KEY_FILE_BYTES_MAX) throw new KeyFileError(`${path} is too long to be a key`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof KeyFileError) throw error
    throw new KeyFileError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function isPosix(): boolean {
  return process.platform !== 'win32'
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, '0')
}
