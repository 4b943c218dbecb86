import type { Logger } from '@clawstead/skills'
import {
  DISCOVERED_MAX,
  DISCOVERED_PER_HOST_MAX,
  DISCOVERY_AT_ONCE_MAX,
  DISCOVERY_DEPTH_MAX,
  INFO_TIMEOUT_MS,
} from './limits.js'
import type { RemoteInfo } from './remote-info.js'
import { remoteUrl } from './remote-list.js'
import type { Speaker } from './speaker.js'

/** A node that a peer named. Known to exist, not trusted. */
export type DiscoveredPeer = {
  readonly url: string
  /** The peer that named it. */
  readonly via: string
  readonly info: RemoteInfo
}

export type DiscoveryOptions = {
  /** Peers to start from, each with the URLs it named. */
  readonly named: readonly { readonly via: string; readonly urls: readonly string[] }[]
  /** What needs no looking at: own addresses and those of known remotes. */
  readonly knownUrls: readonly string[]
  readonly knownAgentIds: readonly string[]
  readonly speakTo: (url: string) => Speaker
  readonly log: Logger
}

type Candidate = { readonly url: string; readonly via: string }

/**
 * Peers of peers, as far as the limits reach. Each address is looked at once and each node counted once, however many
 * addresses it has, so a ring of nodes that name each other comes to an end.
 */
export async function discoverPeers(options: DiscoveryOptions): Promise<readonly DiscoveredPeer[]> {
  const { log, speakTo } = options
  const visited = new Set(options.knownUrls)
  const agentIds = new Set(options.knownAgentIds)
  const looksByHost = new Map<string, number>()
  const found: DiscoveredPeer[] = []
  let looks = 0

  /** The addresses among those named that may be looked at. */
  function admitted(named: DiscoveryOptions['named']): readonly Candidate[] {
    return named.flatMap(({ via, urls }) =>
      urls.flatMap((text) => {
        const url = urlOf(text)
        if (url === undefined || visited.has(url) || looks >= DISCOVERED_MAX) return []
        const { hostname } = new URL(url)
        const ofHost = looksByHost.get(hostname) ?? 0
        if (ofHost >= DISCOVERED_PER_HOST_MAX) return []
        visited.add(url)
        looksByHost.set(hostname, ofHost + 1)
        looks += 1
        return [{ url, via }]
      }),
    )
  }

  async function look({ url, via }: Candidate, isLast: boolean): Promise<readonly string[]> {
    const speaker = speakTo(url)
    const signal = AbortSignal.timeout(INFO_TIMEOUT_MS)
    try {
      const info = await speaker.read(signal)
      const agentId = info.key?.agent_id
      if (agentId !== undefined && agentIds.has(agentId)) return []
      if (agentId !== undefined) agentIds.add(agentId)
      found.push({ url, via, info })
      return isLast ? [] : await speaker.peers(signal)
    } catch (error) {
      log.debug({ err: error, url, via }, 'a peer named a node that does not answer')
      return []
    } finally {
      await speaker.close()
    }
  }

  let named = options.named
  for (let depth = 1; depth <= DISCOVERY_DEPTH_MAX; depth += 1) {
    const candidates = admitted(named)
    const next: { via: string; urls: readonly string[] }[] = []
    for (let start = 0; start < candidates.length; start += DISCOVERY_AT_ONCE_MAX) {
      const batch = candidates.slice(start, start + DISCOVERY_AT_ONCE_MAX)
      const lists = await Promise.all(batch.map((candidate) => look(candidate, depth === DISCOVERY_DEPTH_MAX)))
      for (const [index, urls] of lists.entries()) next.push({ via: batch[index]?.url ?? '', urls })
    }
    named = next
  }
  return found.toSorted((left, right) => (left.url < right.url ? -1 : 1))
}

function urlOf(text: string): string | undefined {
  try {
    return remoteUrl(text)
  } catch {
    return undefined
  }
}
