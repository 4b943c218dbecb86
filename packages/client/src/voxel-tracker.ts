import { applyOps, cubeCellCount, decodeRle, OBS_RADIUS_MAX, type Obs, type Vec3 } from '@clawstead/protocol'

/** The blocks around the agent. Cell of offset (dx,dy,dz): `cubeIndex(dx, dy, dz, radius)`. */
export type VoxelCube = {
  readonly center: Vec3
  readonly radius: number
  readonly cells: Uint16Array
  /** False while a change may have been missed; a full cube is then on its way. */
  readonly isCertain: boolean
}

/**
 * Keeps the full cube from whole (RLE) and partial (DELTA) frames. A DELTA changes the cube that was sent before it,
 * cell by cell at the same offsets, so one missed frame leaves every later cube in doubt until the next whole one.
 */
export class VoxelTracker {
  #cells: Uint16Array | undefined
  #radius = 0
  #isCertain = false

  /** Forget the base: a new socket, or a frame that could not be read. */
  reset(): void {
    this.#cells = undefined
    this.#isCertain = false
  }

  /** @returns the cube after this frame, or undefined when there is no base to change. */
  update(voxels: Obs['voxels'], frame: { followsPrevious: boolean }): VoxelCube | undefined {
    if (voxels.radius > OBS_RADIUS_MAX) return this.#lose()
    if (voxels.encoding === 'RLE') {
      const decoded = decodeRle(voxels.data ?? '', cubeCellCount(voxels.radius))
      if (!decoded.ok) return this.#lose()
      this.#cells = decoded.value
      this.#radius = voxels.radius
      this.#isCertain = true
    } else {
      if (this.#cells === undefined || this.#radius !== voxels.radius) return this.#lose()
      // Handed-out cubes stay as they were, so the change goes into a copy.
      const changed = applyOps(Uint16Array.from(this.#cells), voxels.ops ?? [], voxels.radius)
      if (!changed.ok) return this.#lose()
      this.#cells = changed.value
      this.#isCertain &&= frame.followsPrevious
    }
    return { center: voxels.center, radius: voxels.radius, cells: this.#cells, isCertain: this.#isCertain }
  }

  #lose(): undefined {
    this.reset()
    return undefined
  }
}
