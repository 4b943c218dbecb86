import type { Remotes } from '../remotes/remotes.js'

/** The other nodes, as far as the endpoints show them. */
export type RemotesView = Pick<Remotes, 'list' | 'negativeCache'>

export const NO_REMOTES: RemotesView = { list: () => [], negativeCache: () => [] }

/** A moment as JSON writes it; null when there was none. */
export function moment(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString()
}
