import type { RawRequest, Right } from '@clawstead/skills'
import { LRUCache } from 'lru-cache'
import { agentIdOf, isAgentId, isMachineContext } from './agent-id.js'
import { headerOf } from './carriers.js'
import { weaknessOf } from './ed25519.js'
import { publicKeyFromText, publicKeyToText } from './encodings.js'
import type { Identity } from './identity.js'
import type { Keyring } from './keyring.js'
import { RIGHTS } from './keyring-file.js'
import { READY_KEYS_MAX } from './limits.js'
import type { MeshPolicy } from './policy.js'
import { type Refused, refuse } from './refusal.js'

/** Who a request claims to come from, as far as that can be said before its signature is looked at. */
export type CallerKey = {
  readonly raw: Uint8Array
  readonly text: string
  readonly agentId: string
  readonly machineContext: string
  readonly isKnown: boolean
  readonly rights: readonly Right[]
}

type CallerKeyOptions = { readonly identity: Identity; readonly keyring: Keyring; readonly policy: MeshPolicy }

type ReadKey = {
  readonly raw: Uint8Array
  readonly text: string
  readonly weakness: string | undefined
  /** A key mostly comes from one machine, so the id it had last is the one it has. */
  last?: { readonly machineContext: string; readonly agentId: string }
}
/** By the header's text: callers send the same one with every call. */
const keyByHeader = new LRUCache<string, ReadKey>({ max: READY_KEYS_MAX })

/** A header that proves something, or undefined where it is missing or only an example's. */
export function proofHeader(headers: RawRequest['headers'], name: string): string | undefined {
  const value = headerOf(headers, name)?.trim()
  return value === undefined || value === '' || isPlaceholder(value) ? undefined : value
}

/** An example's value, left as it was printed: it claims nothing. */
function isPlaceholder(value: string): boolean {
  return value.endsWith('...') || value.endsWith('…')
}

/** Reads key and agent id, and asks the keyring and the policy about them: all that is cheap. */
export function readCallerKey(
  headers: RawRequest['headers'],
  keyText: string,
  { identity, keyring, policy }: CallerKeyOptions,
): CallerKey | Refused {
  const key = keyOfHeader(keyText)
  if (key === undefined) {
    return refuse(400, 'bad X-PubKey: expected an Ed25519 key as base64url, base64, hex or PEM')
  }
  const { raw, text, weakness } = key
  if (weakness !== undefined) return refuse(401, `key refused: ${weakness}`)
  const claimed = proofHeader(headers, 'x-agent-id')?.toLowerCase()
  if (claimed === undefined) return refuse(401, 'missing X-Agent-ID')
  if (!isAgentId(claimed)) return refuse(400, 'bad X-Agent-ID: expected 64 hex digits')
  const [byId, byKey] = [keyring.find(claimed), keyring.find(text)]
  const known = byId ?? byKey
  const header = headerOf(headers, 'x-machine-context')
  if (header !== undefined && !isMachineContext(header)) {
    return refuse(400, 'bad X-Machine-Context: expected at most 128 visible ASCII characters')
  }
  const contexts = header === undefined ? ['', known?.machine_context ?? ''] : [header]
  const machineContext = contexts.find((context) => agentIdWith(key, context) === claimed)
  if (machineContext === undefined) {
    return refuse(
      401,
      'X-Agent-ID does not belong to X-PubKey: it is SHA-256 of the 32 key bytes and X-Machine-Context',
    )
  }
  if (byId?.revoked_at !== undefined || byKey?.revoked_at !== undefined) return refuse(403, 'this key was revoked here')
  // Whoever holds the node's own key is its owner.
  const isOwn = text === identity.publicKeyText
  const isKnown = isOwn || known !== undefined
  if (!isKnown && policy.admits === 'known') {
    return refuse(403, 'this key is not known here: its owner must be added with clawstead keys trust')
  }
  return { raw, text, agentId: claimed, machineContext, isKnown, rights: isOwn ? RIGHTS : (known?.rights ?? []) }
}

function agentIdWith(key: ReadKey, machineContext: string): string {
  if (key.last?.machineContext !== machineContext) {
    key.last = { machineContext, agentId: agentIdOf(key.raw, machineContext) }
  }
  return key.last.agentId
}

function keyOfHeader(header: string): ReadKey | undefined {
  const cached = keyByHeader.get(header)
  if (cached !== undefined) return cached
  const raw = publicKeyFromText(header)
  if (raw === undefined) return undefined
  const key: ReadKey = { raw, text: publicKeyToText(raw), weakness: weaknessOf(raw) }
  keyByHeader.set(header, key)
  return key
}
