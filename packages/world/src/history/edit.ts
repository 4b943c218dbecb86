import type { Vec3 } from '@clawstead/protocol'
import type { Board, Container, Sign } from '../state.js'
import type { Section } from '../terrain/section.js'

/** A box of cells; both corners belong to it. */
export interface Box {
  readonly min: Vec3
  readonly max: Vec3
}

/** A privileged change of many blocks, carried out as a whole or not at all. */
export type Edit = {
  /** Chosen by whoever asks; named in the outcome and in later refusals. */
  readonly id: string
  /** What a person sees in the history, e.g. "lighthouse". */
  readonly label: string
} & EditWork

export type EditWork =
  | { readonly op: 'fill'; readonly box: Box; readonly block: number }
  | { readonly op: 'replace'; readonly box: Box; readonly from: number; readonly to: number }
  | { readonly op: 'clone'; readonly box: Box; readonly to: Vec3 }
  | { readonly op: 'paste'; readonly patch: Patch; readonly to: Vec3 }
  /** `refuse`: nothing happens if a cell is no longer as the edit left it. `skip`: such cells stay as they are. */
  | { readonly op: 'undo'; readonly inverse: Inverse; readonly onConflict: 'refuse' | 'skip' }

/** Blocks of a box cut out of a world, x fastest, then z, y slowest, with what stood in them. */
export interface Patch {
  readonly size: Vec3
  readonly cells: Uint16Array
  /** Positions are relative to the patch. */
  readonly contents: Contents
}

/** What blocks hold beside their kind. */
export interface Contents {
  readonly containers: readonly Container[]
  readonly signs: readonly Sign[]
  readonly boards: readonly Board[]
}

/** All it takes to put back what an edit changed, and to notice that somebody changed it since. */
export interface Inverse {
  readonly editId: string
  readonly box: Box
  readonly pieces: readonly InversePiece[]
  /** What the edit took away. */
  readonly contents: Contents
  /** What its cells held when it was done. */
  readonly left: Contents
}

/** One section's share of an edit: the cells of `box`, as they were and as the edit left them. */
export interface InversePiece {
  readonly box: Box
  readonly before: Section
  readonly after: Section
}

/** How an edit ended. */
export interface EditOutcome {
  readonly id: string
  readonly label: string
  readonly by: string
  readonly ok: boolean
  readonly changedCells: number
  /** Given when it succeeded and changed something. */
  readonly inverse?: Inverse
  readonly reason?: string
  /** The first cells found different from what an undo expected. */
  readonly conflicts?: readonly Vec3[]
}

/** An edit under way. It is state: a restored world goes on with it. */
export interface RunningEdit {
  readonly id: string
  readonly label: string
  readonly by: string
  readonly work: EditWork
  /** Cells that nobody else may write meanwhile. */
  readonly box: Box
  /** What a clone has read before it writes. */
  source: Uint16Array | null
  sourceContents: Contents | null
  /** Layers of a clone's source read, cells of a patch or pieces of an undo looked at, before anything is written. */
  prepared: number
  /** Pieces written so far. */
  written: number
  /** Pieces in which something changed. */
  readonly done: InversePiece[]
  readonly removed: { containers: Container[]; signs: Sign[]; boards: Board[] }
  changedCells: number
  conflicts: Vec3[]
}
