/** What the documents of a node say about another one it knows. */
export type RemoteView = {
  /** Address of its mesh, ending in `/mcp` or a namespace below. */
  readonly url: string
  readonly state: string
  /** Reachable at the moment, so others may be told about it. */
  readonly isOffered: boolean
  readonly agentId?: string | undefined
  readonly publicKey?: string | undefined
  readonly version?: string | undefined
  readonly lastSeenMs?: number | undefined
  /** Failures in a row. */
  readonly failures: number
  readonly disabledSinceMs?: number | undefined
  readonly nextProbeMs?: number | undefined
  /** Which node named it, when it was not named here. */
  readonly via?: string | undefined
  /** Skills whose shape changed against what was pinned. */
  readonly drift?: readonly string[] | undefined
  readonly skills?: number | undefined
}

/** The other nodes, as far as the endpoints show them. */
export type RemotesView = {
  list(): readonly RemoteView[]
  /** What was not found a moment ago and is not asked for again yet. */
  negativeCache(): readonly { readonly url: string; readonly what: string; readonly untilMs: number }[]
}

export const NO_REMOTES: RemotesView = { list: () => [], negativeCache: () => [] }

/** A moment as JSON writes it; null when there was none. */
export function moment(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString()
}
