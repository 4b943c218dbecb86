import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@clawstead/skills'
import { createSecrets } from '../secrets/index.js'
import { agentIdOf, isMachineContext, machineContextOf } from './agent-id.js'
import { createAtomically } from './atomic-file.js'
import { publicKeyToPem, publicKeyToText } from './encodings.js'
import {
  createPrivateKeyFile,
  createPublicKeyFile,
  defaultKeysDirectory,
  KeyFileError,
  openKeysDirectory,
  PRIVATE_KEY_FILE,
  PRIVATE_MODE,
  PUBLIC_KEY_FILE,
  privateKeyOfReference,
  type ResolveSecret,
  rawPublicKey,
  readPrivateKeyFile,
  readPublicKeyFile,
  readSmallFile,
} from './key-files.js'
import { type RotationStatement, readRotations } from './rotation.js'

/** Who a node or an agent is, and the only way to sign as it. The private key stays inside. */
export type Identity = {
  readonly agentId: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** The same as 43 characters of base64url. */
  readonly publicKeyText: string
  readonly publicKeyPem: string
  readonly machineContext: string
  /** How this key followed earlier ones, oldest first: others that know an earlier one can follow. */
  readonly rotations: readonly RotationStatement[]
  /** @returns the signature over the text's UTF-8 bytes, in base64url. */
  sign(text: string | Uint8Array): string
}

export type IdentityOptions = {
  /** Default: `keys` in OPENCLAW_STATE_DIR or in `~/.openclaw`. */
  readonly directory?: string | undefined
  readonly log: Logger
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Reference to the private key, in place of `agent.key`. */
  readonly privateKeyReference?: string | undefined
  /** Default: as the secrets of skills are resolved, from 1Password, AWS or the environment. */
  readonly resolveSecret?: ResolveSecret | undefined
  /** `false` where a missing key is an error. Default true: it is made. */
  readonly mayCreate?: boolean
}

const CONTEXT_FILE = 'agent.context'
const CONTEXT_RANDOM_BYTES = 16
/** Where systems keep an id that is the machine's own. */
const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/** The identity of the files in a folder; they are made when they are missing, and refused when others may read them. */
export async function loadIdentity(options: IdentityOptions): Promise<Identity> {
  const directory = options.directory ?? defaultKeysDirectory(options.environment ?? process.env)
  await openKeysDirectory(directory)
  const publicPath = join(directory, PUBLIC_KEY_FILE)
  const privateKey = await findPrivateKey(directory, options)
  const publicKey = rawPublicKey(privateKey)
  const published = await readPublicKeyFile(publicPath)
  if (published === undefined) await createPublicKeyFile(publicPath, publicKey)
  else if (!Buffer.from(published).equals(publicKey)) {
    throw new KeyFileError(
      `${publicPath} is not the public key of the private key in use: remove or restore one of them`,
    )
  }
  const rotations = await readRotations(directory)
  return identityOf(privateKey, await machineContext(directory), rotations)
}

/** An identity of a key in hand. */
export function identityOf(
  privateKey: KeyObject,
  machineContext = '',
  rotations: readonly RotationStatement[] = [],
): Identity {
  const publicKey = rawPublicKey(privateKey)
  return {
    agentId: agentIdOf(publicKey, machineContext),
    publicKey,
    publicKeyText: publicKeyToText(publicKey),
    publicKeyPem: publicKeyToPem(publicKey),
    machineContext,
    rotations,
    sign: (text) => sign(null, typeof text === 'string' ? Buffer.from(text) : text, privateKey).toString('base64url'),
  }
}

async function findPrivateKey(directory: string, options: IdentityOptions): Promise<KeyObject> {
  const { privateKeyReference, mayCreate = true, log, environment = process.env } = options
  const resolveSecret = options.resolveSecret ?? resolverFor(environment)
  if (privateKeyReference !== undefined) return privateKeyOfReference(privateKeyReference, resolveSecret)
  const path = join(directory, PRIVATE_KEY_FILE)
  const present = await readPrivateKeyFile(path, resolveSecret)
  if (present !== undefined) return present
  if ((await readPublicKeyFile(join(directory, PUBLIC_KEY_FILE))) !== undefined) {
    throw new KeyFileError(
      `${path} is missing while ${PUBLIC_KEY_FILE} is there: restore it, or remove both for a new key`,
    )
  }
  if (!mayCreate) throw new KeyFileError(`there is no key in ${directory}: make one with clawstead keys create`)
  await createPrivateKeyFile(path)
  log.info({ directory }, 'made a new key: this is who you are in the mesh from now on')
  const created = await readPrivateKeyFile(path, resolveSecret)
  if (created === undefined) throw new KeyFileError(`${path} was made and is gone again`)
  return created
}

function resolverFor(environment: Readonly<Record<string, string | undefined>>): ResolveSecret {
  const secrets = createSecrets({ environment, now: Date.now })
  return async (reference) => (await secrets.resolve(reference)).reveal()
}

/** A kept context wins, so an id does not change with the machine it was carried to; then the machine's; then chance. */
async function machineContext(directory: string): Promise<string> {
  const path = join(directory, CONTEXT_FILE)
  const kept = (await readSmallFile(path))?.trim()
  if (kept !== undefined) {
    if (isMachineContext(kept)) return kept
    throw new KeyFileError(`${path} must hold at most 128 visible ASCII characters`)
  }
  const machineId = await ownMachineId()
  if (machineId !== undefined) return machineContextOf(machineId)
  const random = randomBytes(CONTEXT_RANDOM_BYTES).toString('base64url')
  if (await createAtomically(path, `${random}\n`, PRIVATE_MODE)) return random
  return machineContext(directory)
}

async function ownMachineId(): Promise<string | undefined> {
  for (const path of MACHINE_ID_FILES) {
    const text = (await readFile(path, 'utf8').catch(() => '')).trim()
    if (/^[0-9a-f]{32}$/.test(text)) return text
  }
  return undefined
}
