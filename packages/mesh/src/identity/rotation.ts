import { generateKeyPairSync } from 'node:crypto'
import { chmod, link, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '@clawstead/skills'
import { agentIdOf, isMachineContext } from './agent-id.js'
import { createAtomically, writeAtomically } from './atomic-file.js'
import { isSignedBy, weaknessOf } from './ed25519.js'
import { publicKeyFromText, publicKeyToPem, publicKeyToText, signatureFromText } from './encodings.js'
import type { Identity } from './identity.js'
import {
  KeyFileError,
  PRIVATE_KEY_FILE,
  PRIVATE_MODE,
  PUBLIC_KEY_FILE,
  PUBLIC_MODE,
  privatePem,
  rawPublicKey,
  readSmallFile,
} from './key-files.js'

/** The holder of a key says which key it uses from now on. Only the earlier key can say so. */
export type RotationStatement = {
  readonly type: 'clawstead/rotation'
  readonly version: 1
  /** Unix time in milliseconds. */
  readonly at: number
  readonly from_agent_id: string
  readonly from_pubkey: string
  readonly agent_id: string
  readonly pubkey: string
  readonly machine_context: string
  /** By the earlier key, over the canonical JSON of all other members. */
  readonly signature: string
}

export const ROTATIONS_FILE = 'rotations.json'
const RETIRED = 'retired'
const ROTATIONS_MAX = 20

/** Puts a new key in place of the present one. The earlier pair is kept in `retired/`, and signs who follows it. */
export async function rotateKeys(directory: string, present: Identity, nowMs: number): Promise<RotationStatement> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = rawPublicKey(privateKey)
  const statement = signRotation(present, publicKey, nowMs)
  const [keyPath, publicPath] = [join(directory, PRIVATE_KEY_FILE), join(directory, PUBLIC_KEY_FILE)]
  const nextPath = `${keyPath}.next`
  const retired = join(directory, RETIRED)
  await mkdir(retired, { recursive: true, mode: 0o700 })
  const kept = join(retired, `${present.agentId.slice(0, 16)}.key`)
  await link(keyPath, kept).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      throw new KeyFileError(`${keyPath} is missing: a key that is kept elsewhere is rotated there`)
    }
    if (error.code !== 'EEXIST') throw error
  })
  await createAtomically(kept.replace(/key$/, 'pub'), present.publicKeyPem, PUBLIC_MODE)
  await writeAtomically(nextPath, privatePem(privateKey), PRIVATE_MODE)
  await writeAtomically(
    join(directory, ROTATIONS_FILE),
    `${JSON.stringify([...present.rotations, statement].slice(-ROTATIONS_MAX), null, 2)}\n`,
    PUBLIC_MODE,
  )
  // The public file goes first: whatever is cut short from here on, it is made again from the private one.
  await rm(publicPath, { force: true })
  await rename(nextPath, keyPath)
  await chmod(keyPath, PRIVATE_MODE)
  await writeAtomically(publicPath, publicKeyToPem(publicKey), PUBLIC_MODE)
  return statement
}

export function signRotation(from: Identity, publicKey: Uint8Array, nowMs: number): RotationStatement {
  const { machineContext } = from
  const unsigned = {
    type: 'clawstead/rotation',
    version: 1,
    at: nowMs,
    from_agent_id: from.agentId,
    from_pubkey: from.publicKeyText,
    agent_id: agentIdOf(publicKey, machineContext),
    pubkey: publicKeyToText(publicKey),
    machine_context: machineContext,
  } as const
  return { ...unsigned, signature: from.sign(canonicalJson(unsigned)) }
}

/** @returns why a statement proves nothing, or undefined when it holds. */
export function rotationProblem(value: unknown): string | undefined {
  if (!isRotationShaped(value)) return 'not a rotation statement'
  const { signature, ...unsigned } = value
  const [from, to] = [publicKeyFromText(value.from_pubkey), publicKeyFromText(value.pubkey)]
  const signatureBytes = signatureFromText(signature)
  if (from === undefined || to === undefined || signatureBytes === undefined)
    return 'a key or the signature is malformed'
  const weakness = weaknessOf(to) ?? weaknessOf(from)
  if (weakness !== undefined) return `a key is refused: ${weakness}`
  if (agentIdOf(to, value.machine_context) !== value.agent_id) return 'agent_id does not belong to pubkey'
  return isSignedBy(from, canonicalJson(unsigned), signatureBytes) ? undefined : 'it was not signed by the earlier key'
}

export function isRotationShaped(value: unknown): value is RotationStatement {
  if (typeof value !== 'object' || value === null) return false
  const { type, version, at, machine_context: context, ...texts } = value as Record<string, unknown>
  const members = ['from_agent_id', 'from_pubkey', 'agent_id', 'pubkey', 'signature']
  return (
    type === 'clawstead/rotation' &&
    version === 1 &&
    Number.isSafeInteger(at) &&
    typeof context === 'string' &&
    isMachineContext(context) &&
    Object.keys(texts).length === members.length &&
    members.every((member) => typeof texts[member] === 'string')
  )
}

/** What a folder of keys says about its earlier ones. A statement that does not hold is an error: somebody meddled. */
export async function readRotations(directory: string): Promise<readonly RotationStatement[]> {
  const path = join(directory, ROTATIONS_FILE)
  const text = await readSmallFile(path)
  if (text === undefined) return []
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new KeyFileError(`${path} is not JSON`, { cause: error })
  }
  if (!Array.isArray(value)) throw new KeyFileError(`${path} must hold a list`)
  for (const [index, statement] of value.entries()) {
    const problem = rotationProblem(statement)
    if (problem !== undefined) throw new KeyFileError(`${path}, statement ${index + 1}: ${problem}`)
  }
  return value as RotationStatement[]
}
