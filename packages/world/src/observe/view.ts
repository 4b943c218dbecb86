import type { Vec3 } from '@clawstead/protocol'
import type { Cells } from '../terrain/section.js'
import type { Terrain } from '../terrain/terrain.js'

/**
 * What one connection has been shown: the base that the next DELTA refers to, and the last cube's text while it still holds.
 * Not state: a client that lost it is sent the whole cube.
 */
export interface View {
  readonly deltaVoxels: boolean
  /** The cube sent last; undefined until one was. */
  base: Cells | undefined
  /** Where, of which ground, after which tick and at which version the base was seen. */
  center: Vec3 | undefined
  terrain: Terrain | undefined
  tick: number
  version: number
  /** The `data` text of the cube sent last. */
  text: string
}

export function createView(options: { readonly deltaVoxels: boolean }): View {
  return {
    deltaVoxels: options.deltaVoxels,
    base: undefined,
    center: undefined,
    terrain: undefined,
    tick: -1,
    version: -1,
    text: '',
  }
}

/** Forgets what was shown, so that the next cube is sent whole. */
export function resetView(view: View): void {
  view.base = undefined
  view.center = undefined
  view.terrain = undefined
}
