import { AGENT_ID_BYTES_MAX } from './limits.js'

/** What a caller may do beyond what everybody may. */
export type Right = 'op'

/**
 * Who calls: one value whatever the door. `mesh:<id>` for a verified signature, `token:<name>` for a bearer token, else
 * the text of `x-agent-id`, else `default`.
 */
export type Caller = {
  readonly identity: string
  /** True when a signature or a token proves the identity; a plain header proves nothing. */
  readonly isVerified: boolean
  /** True when this very call was signed. */
  readonly isSigned: boolean
  readonly rights: ReadonlySet<Right>
}

export type CallerEvidence = {
  /** Id of the key whose signature over this call was verified. */
  readonly meshId?: string
  /** Name of the bearer token that was presented and known. */
  readonly tokenName?: string
  /** Text of `x-agent-id`. */
  readonly agentId?: string | undefined
  readonly rights?: Iterable<Right>
}

export type IdentifiedCaller =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly message: string }

const NOBODY = 'default'
/** `skill:` stands for a skill that calls another. */
const RESERVED_PREFIXES = ['mesh:', 'token:', 'skill:']

export function identifyCaller({ meshId, tokenName, agentId, rights = [] }: CallerEvidence): IdentifiedCaller {
  if (meshId !== undefined) return verified(`mesh:${meshId}`, true, rights)
  if (tokenName !== undefined) return verified(`token:${tokenName}`, false, rights)
  const text = (agentId ?? '').trim()
  const reserved = RESERVED_PREFIXES.find((prefix) => text.toLowerCase().startsWith(prefix))
  if (reserved !== undefined) return { ok: false, message: `bad x-agent-id: must not start with ${reserved}` }
  if (Buffer.byteLength(text) > AGENT_ID_BYTES_MAX) {
    return { ok: false, message: `bad x-agent-id: longer than ${AGENT_ID_BYTES_MAX} bytes` }
  }
  const identity = text === '' ? NOBODY : text
  // Rights belong to proven identities only.
  return { ok: true, caller: { identity, isVerified: false, isSigned: false, rights: new Set() } }
}

function verified(identity: string, isSigned: boolean, rights: Iterable<Right>): IdentifiedCaller {
  return { ok: true, caller: { identity, isVerified: true, isSigned, rights: new Set(rights) } }
}
