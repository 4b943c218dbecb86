import type { Snapshot } from '@clawstead/world'

export interface SnapshotInfo {
  /** The tick that comes next in the saved world. */
  readonly tick: number
  readonly bytes: number
  readonly file: string
}

/** A snapshot that could not be used, and why. */
export interface DamagedSnapshot {
  readonly file: string
  readonly reason: string
}

export interface SnapshotSearch {
  readonly found: { readonly snapshot: Snapshot; readonly info: SnapshotInfo } | undefined
  /** Newer ones that were passed over. */
  readonly damaged: readonly DamagedSnapshot[]
}

/** Saved states of one world. A start needs the newest good one and the log from there on. */
export interface SnapshotStore {
  /**
   * Resolves when the snapshot is durable. Older ones beyond the number to keep are then removed. Writing goes on in the
   * background in small pieces; the snapshot must not change meanwhile.
   */
  write(snapshot: Snapshot): Promise<SnapshotInfo>
  /** The newest good one, at or before a tick if one is given. */
  latest(atOrBefore?: number): Promise<SnapshotSearch>
  /** Oldest first. */
  list(): Promise<readonly SnapshotInfo[]>
}
