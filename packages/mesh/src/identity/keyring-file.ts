import { readFileSync } from 'node:fs'
import type { Right } from '@clawstead/skills'
import { agentIdOf, isAgentId, isMachineContext } from './agent-id.js'
import { publicKeyFromText, publicKeyToText } from './encodings.js'
import { KEY_LABEL_CHARS_MAX, KEYRING_BYTES_MAX, KEYRING_KEYS_MAX } from './limits.js'
import { readStrictJsonText } from './strict-json.js'

/** One key as the file has it. */
export type KnownKey = {
  readonly agent_id: string
  readonly pubkey: string
  readonly machine_context: string
  /** What people call its holder. */
  readonly label?: string
  readonly rights: readonly Right[]
  /** Unix time in milliseconds, as all times here. */
  readonly trusted_at: number
  readonly revoked_at?: number
  /** The agent id of the key that came after this one. */
  readonly replaced_by?: string
  /** The agent id of the key that came before this one, which signed for it. */
  readonly rotated_from?: string
}

/** A keyring cannot be used or changed as asked. The message names the field and the rule. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError'
}

const VERSION = 1
export const RIGHTS: readonly Right[] = ['op']
const MEMBERS = new Set([
  'agent_id',
  'pubkey',
  'machine_context',
  'label',
  'rights',
  'trusted_at',
  'revoked_at',
  'replaced_by',
  'rotated_from',
])

/** Every key of a file, checked. A file that is not there is an empty keyring. */
export function readKeyring(file: string): readonly KnownKey[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new KeyringError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (text.length > KEYRING_BYTES_MAX) throw new KeyringError(`${file} is larger than ${KEYRING_BYTES_MAX} bytes`)
  const json = readStrictJsonText(text)
  if (!json.ok) throw new KeyringError(`${file}: ${json.problem}`)
  const { version, keys } = json.value as { version?: unknown; keys?: unknown }
  if (version !== VERSION) throw new KeyringError(`${file}: version: expected ${VERSION}`)
  if (!Array.isArray(keys) || keys.length > KEYRING_KEYS_MAX) {
    throw new KeyringError(`${file}: keys: expected a list of at most ${KEYRING_KEYS_MAX}`)
  }
  const ids = new Set<string>()
  for (const [index, key] of keys.entries()) {
    const problem = keyProblem(key)
    if (problem !== undefined) throw new KeyringError(`${file}: keys[${index}].${problem}`)
    const { agent_id: id } = key as KnownKey
    if (ids.has(id)) throw new KeyringError(`${file}: keys[${index}].agent_id: is there twice`)
    ids.add(id)
  }
  return keys as KnownKey[]
}

export function writableKeyring(keys: readonly KnownKey[]): string {
  return `${JSON.stringify({ version: VERSION, keys }, null, 2)}\n`
}

function keyProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'key: expected an object'
  const key = value as Record<keyof KnownKey, unknown>
  const unknown = Object.keys(key).find((member) => !MEMBERS.has(member))
  if (unknown !== undefined) return `${unknown}: is not known`
  const { pubkey, machine_context: context, agent_id: id, rights, label } = key
  const raw = typeof pubkey === 'string' ? publicKeyFromText(pubkey) : undefined
  if (raw === undefined || publicKeyToText(raw) !== pubkey) return 'pubkey: expected 43 characters of base64url'
  if (typeof context !== 'string' || !isMachineContext(context)) {
    return 'machine_context: expected at most 128 visible ASCII characters'
  }
  if (id !== agentIdOf(raw, context)) return 'agent_id: does not belong to pubkey and machine_context'
  if (!Array.isArray(rights) || !rights.every((right) => RIGHTS.includes(right as Right))) {
    return `rights: expected a list of ${RIGHTS.join(', ')}`
  }
  if (label !== undefined && (typeof label !== 'string' || label === '' || label.length > KEY_LABEL_CHARS_MAX)) {
    return `label: expected 1 to ${KEY_LABEL_CHARS_MAX} characters`
  }
  if (!isTime(key.trusted_at)) return 'trusted_at: expected milliseconds'
  if (key.revoked_at !== undefined && !isTime(key.revoked_at)) return 'revoked_at: expected milliseconds'
  const ids = (['replaced_by', 'rotated_from'] as const).find(
    (member) => key[member] !== undefined && !isAgentIdText(key[member]),
  )
  return ids === undefined ? undefined : `${ids}: expected an agent id`
}

function isAgentIdText(value: unknown): boolean {
  return typeof value === 'string' && isAgentId(value)
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
