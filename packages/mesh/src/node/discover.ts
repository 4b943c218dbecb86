import type { Caller } from '@clawstead/skills'
import { listedSkills } from './info.js'
import { endpointOf, type NodeFacts, namespaceOf } from './node-facts.js'
import { moment, type RemotesView } from './remotes-view.js'

export type DiscoverEntry = {
  readonly url: string
  readonly agent_id: string | null
  readonly pubkey: string | null
  readonly version: string | null
  readonly state: string
  readonly last_seen: string | null
  readonly failures: number
  readonly via: string | null
}

/** The namespaces of the skills that run here. */
export function ownNamespaces(facts: NodeFacts, caller: Caller): readonly string[] {
  const own = listedSkills(facts, caller).filter(({ origin }) => origin !== 'remote')
  return Array.from(new Set(own.map(({ name }) => namespaceOf(name))))
}

/** Own address first, then own namespaces, then the nodes that can be reached; each once, always in this order. */
export function discoverFull(facts: NodeFacts, remotes: RemotesView, namespaces: readonly string[]): DiscoverEntry[] {
  const { identity, version } = facts
  const own = [endpointOf(facts), ...namespaces.map((name) => endpointOf(facts, name))]
  const known = remotes
    .list()
    .filter(({ isOffered }) => isOffered)
    .map((remote) => ({
      url: remote.url.replace(/\/+$/, ''),
      agent_id: remote.agentId ?? null,
      pubkey: remote.publicKey ?? null,
      version: remote.version ?? null,
      state: remote.state,
      last_seen: moment(remote.lastSeenMs),
      failures: remote.failures,
      via: remote.via ?? null,
    }))
  const ownEntries = own.map((url) => ({
    url,
    agent_id: identity.agentId,
    pubkey: identity.publicKeyText,
    version,
    state: 'own',
    last_seen: null,
    failures: 0,
    via: null,
  }))
  const entryByUrl = new Map<string, DiscoverEntry>()
  for (const entry of [...ownEntries, ...known]) if (!entryByUrl.has(entry.url)) entryByUrl.set(entry.url, entry)
  return Array.from(entryByUrl.values())
}

export function discoverUrls(facts: NodeFacts, remotes: RemotesView, namespaces: readonly string[]): string[] {
  return discoverFull(facts, remotes, namespaces).map(({ url }) => url)
}
