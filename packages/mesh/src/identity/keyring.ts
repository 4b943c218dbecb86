import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger, Right } from '@clawstead/skills'
import { agentIdOf, isMachineContext } from './agent-id.js'
import { writeAtomically } from './atomic-file.js'
import { weaknessOf } from './ed25519.js'
import { publicKeyFromText, publicKeyToText } from './encodings.js'
import { KeyringError, type KnownKey, readKeyring, writableKeyring } from './keyring-file.js'
import { KEY_LABEL_CHARS_MAX, KEYRING_KEYS_MAX, KEYRING_LOOK_MS } from './limits.js'
import { type RotationStatement, rotationProblem } from './rotation.js'

export type TrustRequest = {
  /** Any spelling of a public key. */
  readonly publicKey: string
  readonly machineContext?: string
  readonly label?: string
  readonly rights?: readonly Right[]
}

/** The keys this node knows: who is trusted with what, who no longer is, and who followed whom. */
export type Keyring = {
  /** By agent id, or by public key in any spelling. Keys that were revoked are found too. */
  find(agentIdOrKey: string): KnownKey | undefined
  list(): readonly KnownKey[]
  trust(request: TrustRequest): Promise<KnownKey>
  /** From now on this key is refused everywhere, also where everybody may call. */
  revoke(agentIdOrKey: string): Promise<KnownKey>
  /** The key of a statement takes the place, and the rights, of the trusted one that signed it. */
  follow(statement: RotationStatement): Promise<KnownKey>
}

export type KeyringOptions = {
  readonly file: string
  readonly now: () => number
  readonly log: Logger
}

/** Opens the keyring of a file. Changes that others make to the file are seen within a second. */
export function openKeyring({ file, now, log }: KeyringOptions): Keyring {
  let seen = versionOf(file)
  let lookedAtMs = now()
  let byId = indexed(readKeyring(file))
  let idByKey = keyIndex(byId)

  function adopt(keys: ReadonlyMap<string, KnownKey>): void {
    byId = keys
    idByKey = keyIndex(keys)
  }

  function look(): void {
    const nowMs = now()
    if (nowMs - lookedAtMs < KEYRING_LOOK_MS && nowMs >= lookedAtMs) return
    lookedAtMs = nowMs
    const version = versionOf(file)
    if (version === seen) return
    seen = version
    try {
      adopt(indexed(readKeyring(file)))
      log.info({ file, keys: byId.size }, 'keyring read again')
    } catch (error) {
      // What was known stays known: an unreadable file must not bring a revoked key back.
      log.error({ err: error, file }, 'keyring cannot be read; the last good one stays in use')
    }
  }

  function find(text: string): KnownKey | undefined {
    look()
    const known = byId.get(text) ?? byId.get(idByKey.get(text) ?? text.toLowerCase())
    if (known !== undefined || byId.size === 0) return known
    const raw = publicKeyFromText(text)
    return raw === undefined ? undefined : byId.get(idByKey.get(publicKeyToText(raw)) ?? '')
  }

  /** Changes are made to what the file says now, one after the other, and count only once they are on the disk. */
  let lastChange: Promise<unknown> = Promise.resolve()
  function change(edit: (keys: Map<string, KnownKey>) => KnownKey): Promise<KnownKey> {
    const next = lastChange.then(async () => {
      const keys = new Map(indexed(readKeyring(file)))
      const changed = edit(keys)
      if (keys.size > KEYRING_KEYS_MAX) throw new KeyringError(`a keyring holds at most ${KEYRING_KEYS_MAX} keys`)
      await mkdir(dirname(file), { recursive: true })
      await writeAtomically(file, writableKeyring([...keys.values()]), 0o600)
      seen = versionOf(file)
      adopt(keys)
      return changed
    })
    lastChange = next.catch(() => undefined)
    return next
  }

  return {
    find,
    list: () => {
      look()
      return [...byId.values()]
    },
    trust: (request) => change((keys) => put(keys, trusted(request, now()))),
    revoke: (text) =>
      change((keys) => {
        const key = keyFrom(keys, text)
        if (key === undefined) throw new KeyringError(`no key ${text} in the keyring`)
        return put(keys, { ...key, rights: [], revoked_at: key.revoked_at ?? now() })
      }),
    follow: (statement) => change((keys) => followed(keys, statement, now())),
  }
}

function trusted({ publicKey, machineContext = '', label, rights = [] }: TrustRequest, nowMs: number): KnownKey {
  const raw = publicKeyFromText(publicKey)
  if (raw === undefined) throw new KeyringError('publicKey: expected an Ed25519 public key as base64, hex or PEM')
  const weakness = weaknessOf(raw)
  if (weakness !== undefined) throw new KeyringError(`publicKey: ${weakness}`)
  if (!isMachineContext(machineContext)) {
    throw new KeyringError('machineContext: expected at most 128 visible ASCII characters')
  }
  if (label !== undefined && (label.length === 0 || label.length > KEY_LABEL_CHARS_MAX)) {
    throw new KeyringError(`label: expected 1 to ${KEY_LABEL_CHARS_MAX} characters`)
  }
  return {
    agent_id: agentIdOf(raw, machineContext),
    pubkey: publicKeyToText(raw),
    machine_context: machineContext,
    ...(label === undefined ? {} : { label }),
    rights: [...new Set(rights)],
    trusted_at: nowMs,
  }
}

function followed(keys: Map<string, KnownKey>, statement: RotationStatement, nowMs: number): KnownKey {
  const problem = rotationProblem(statement)
  if (problem !== undefined) throw new KeyringError(`rotation refused: ${problem}`)
  const from = keyFrom(keys, statement.from_pubkey)
  if (from === undefined) throw new KeyringError('rotation refused: the earlier key is not in the keyring')
  if (from.revoked_at !== undefined) throw new KeyringError('rotation refused: the earlier key was revoked')
  if (keys.get(statement.agent_id)?.revoked_at !== undefined) {
    throw new KeyringError('rotation refused: the new key was revoked')
  }
  put(keys, { ...from, rights: [], revoked_at: nowMs, replaced_by: statement.agent_id })
  return put(keys, {
    agent_id: statement.agent_id,
    pubkey: statement.pubkey,
    machine_context: statement.machine_context,
    ...(from.label === undefined ? {} : { label: from.label }),
    rights: from.rights,
    trusted_at: nowMs,
    rotated_from: from.agent_id,
  })
}

function put(keys: Map<string, KnownKey>, key: KnownKey): KnownKey {
  keys.set(key.agent_id, key)
  return key
}

function keyFrom(keys: ReadonlyMap<string, KnownKey>, text: string): KnownKey | undefined {
  const raw = publicKeyFromText(text)
  const pubkey = raw === undefined ? undefined : publicKeyToText(raw)
  return keys.get(text.toLowerCase()) ?? [...keys.values()].find((key) => key.pubkey === pubkey)
}

function indexed(keys: readonly KnownKey[]): ReadonlyMap<string, KnownKey> {
  return new Map(keys.map((key) => [key.agent_id, key]))
}

/** Of several entries with one key a revoked one counts: revoking is about the key, whatever machine it is on. */
function keyIndex(byId: ReadonlyMap<string, KnownKey>): ReadonlyMap<string, string> {
  const index = new Map<string, string>()
  for (const key of byId.values()) {
    if (!index.has(key.pubkey) || key.revoked_at !== undefined) index.set(key.pubkey, key.agent_id)
  }
  return index
}

/** Something that differs when the file does. */
function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? 'none' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}
