import { createHash, randomBytes } from 'node:crypto'
import type { AgentId } from '@clawstead/protocol'

const TOKEN_BYTES = 32

/** The tokens of one agent as they are stored: SHA-256, base64. */
export interface TokenHashes {
  readonly current: string
  /** The one before, while it is still good. */
  readonly previous: string | undefined
}

/**
 * Who may come back as whom. Only hashes are kept, so what the server stores cannot be used to take over an agent.
 * Each resume hands out a new token; the one it was made with stays good until the client has shown, by its first
 * frame, that the new one reached it. A connection that breaks in between can therefore always be resumed.
 */
export interface ResumeTokens {
  /** The first token of a new agent. */
  issue(agentId: AgentId): string
  /** Whose token this is, if anybody's. */
  find(token: string): AgentId | undefined
  /** A new token for whoever holds `token`; the given one stays good until `confirm`. */
  rotate(token: string): { agentId: AgentId; token: string } | undefined
  /** The client has the newest token: the one before it is void. */
  confirm(agentId: AgentId): void
  /** Takes in what was stored. */
  restore(agentId: AgentId, hashes: TokenHashes): void
}

/** `changed` is called with what must be stored, whenever it differs from what was. */
export function createResumeTokens(changed: (agentId: AgentId, hashes: TokenHashes) => void = () => {}): ResumeTokens {
  const agentByHash = new Map<string, AgentId>()
  const hashesByAgent = new Map<AgentId, TokenHashes>()

  function set(agentId: AgentId, hashes: TokenHashes): void {
    for (const hash of hashesIn(hashesByAgent.get(agentId))) agentByHash.delete(hash)
    hashesByAgent.set(agentId, hashes)
    for (const hash of hashesIn(hashes)) agentByHash.set(hash, agentId)
  }

  function make(agentId: AgentId, previous: string | undefined): string {
    const token = `resume_${randomBytes(TOKEN_BYTES).toString('base64url')}`
    const hashes = { current: hashOf(token), previous }
    set(agentId, hashes)
    changed(agentId, hashes)
    return token
  }

  return {
    issue: (agentId) => make(agentId, undefined),
    find: (token) => agentByHash.get(hashOf(token)),
    rotate(token) {
      const used = hashOf(token)
      const agentId = agentByHash.get(used)
      return agentId === undefined ? undefined : { agentId, token: make(agentId, used) }
    },
    confirm(agentId) {
      const known = hashesByAgent.get(agentId)
      if (known?.previous === undefined) return
      const hashes = { current: known.current, previous: undefined }
      set(agentId, hashes)
      changed(agentId, hashes)
    },
    restore: set,
  }
}

function hashesIn(hashes: TokenHashes | undefined): string[] {
  return [hashes?.current, hashes?.previous].filter((hash) => hash !== undefined)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
