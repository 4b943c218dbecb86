import type { Caller, Registry } from '@clawstead/skills'
import type { Identity } from '../identity/index.js'

export const PROTOCOL = 'nullblock-mcp/1.4'
/** Revisions of the Model Context Protocol that are spoken beside the mesh. */
export const MCP_VERSIONS: readonly string[] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** Who a node is and what it offers: all its documents are written from this. */
export type NodeFacts = {
  readonly registry: Registry
  readonly identity: Identity
  /** What people call the node. */
  readonly name: string
  readonly version: string
  readonly author: string
  /** One sentence for people. */
  readonly description: string
  /** Address others reach it at, without a path. Never taken from a request: whoever asks would choose it. */
  readonly publicUrl: () => string
}

/** Address of the node, of a namespace or of a skill. */
export function endpointOf({ publicUrl }: NodeFacts, name?: string): string {
  const base = `${publicUrl().replace(/\/+$/, '')}/mcp`
  return name === undefined ? base : `${base}/${name}`
}

/** Callers with the same rights see the same documents. */
export function rightsKey({ isVerified, rights }: Caller): string {
  return isVerified ? Array.from(rights).toSorted().join(' ') : ''
}

export function namespaceOf(name: string): string {
  const slash = name.indexOf('/')
  return slash < 0 ? name : name.slice(0, slash)
}
