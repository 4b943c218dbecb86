import type { Vec3 } from '@clawstead/protocol'
import { reservedBy } from '../history/apply-edit.js'
import { type Refusal, refuse } from '../rule.js'
import type { World } from '../world.js'

/** Refuses cells that a privileged edit has to itself while it is under way. */
export function refuseReserved(world: World, cells: readonly Vec3[]): Refusal | undefined {
  if (world.state.edits.length === 0) return undefined
  for (const cell of cells) {
    const edit = reservedBy(world, cell)
    if (edit !== undefined) return refuse('E_CONFLICT', 'cells are being edited', { edit_id: edit.id, at: cell })
  }
  return undefined
}
