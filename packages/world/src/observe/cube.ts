import type { Vec3 } from '@clawstead/protocol'
import type { Box } from '../history/edit.js'
import type { Column } from '../terrain/column.js'
import type { Cells } from '../terrain/section.js'
import type { Terrain } from '../terrain/terrain.js'

/** Copies the cube of `radius` around a place, y slowest, then z, x fastest; air outside the world. */
export function fillCube(terrain: Terrain, center: Vec3, radius: number, cube: Cells): void {
  const [x, y, z] = center
  const all: Box = { min: [x - radius, y - radius, z - radius], max: [x + radius, y + radius, z + radius] }
  const bound = terrain.boundary
  const isInside =
    all.min[0] >= -bound &&
    all.max[0] <= bound &&
    all.min[2] >= -bound &&
    all.max[2] <= bound &&
    all.min[1] >= 0 &&
    all.max[1] < terrain.height
  if (!isInside) cube.fill(0)
  fillBox(terrain, center, radius, cube, all)
}

/**
 * The cube after a step of one block, made from the cube before it: what is still in sight is moved over
 * and only the new side is looked up. False when it was not one step along one axis.
 */
export function shiftCube(terrain: Terrain, from: Vec3, to: Vec3, radius: number, base: Cells, cube: Cells): boolean {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const dz = to[2] - from[2]
  if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) !== 1) return false
  const side = 2 * radius + 1
  const shift = dx + dz * side + dy * side * side
  if (shift > 0) cube.set(base.subarray(shift), 0)
  else cube.set(base.subarray(0, base.length + shift), -shift)
  // The new side: the outermost layer in the direction of the step. Air first, for where the world ends.
  const min: [number, number, number] = [to[0] - radius, to[1] - radius, to[2] - radius]
  const max: [number, number, number] = [to[0] + radius, to[1] + radius, to[2] + radius]
  const axis = dx !== 0 ? 0 : dy !== 0 ? 1 : 2
  if (shift > 0) min[axis] = max[axis]
  else max[axis] = min[axis]
  clearBox(to, radius, cube, { min, max })
  fillBox(terrain, to, radius, cube, { min, max })
  return true
}

function clearBox([px, py, pz]: Vec3, radius: number, cube: Cells, { min, max }: Box): void {
  const side = 2 * radius + 1
  for (let y = min[1]; y <= max[1]; y++) {
    for (let z = min[2]; z <= max[2]; z++) {
      const row = ((y - py + radius) * side + (z - pz + radius)) * side + radius - px
      for (let x = min[0]; x <= max[0]; x++) cube[row + x] = 0
    }
  }
}

/** Copies a box of the cube from the sections it lies in, leaving cells outside the world alone. */
function fillBox(terrain: Terrain, [px, py, pz]: Vec3, radius: number, cube: Cells, { min, max }: Box): void {
  const side = 2 * radius + 1
  const bound = terrain.boundary
  const lowX = Math.max(min[0], -bound)
  const highX = Math.min(max[0], bound)
  const lowZ = Math.max(min[2], -bound)
  const highZ = Math.min(max[2], bound)
  const lowY = Math.max(min[1], 0)
  const highY = Math.min(max[1], terrain.height - 1)
  for (let cz = lowZ >> 4; cz <= highZ >> 4; cz++) {
    const fromZ = Math.max(lowZ, cz << 4)
    const toZ = Math.min(highZ, (cz << 4) + 15)
    for (let cx = lowX >> 4; cx <= highX >> 4; cx++) {
      const fromX = Math.max(lowX, cx << 4)
      const width = Math.min(highX, (cx << 4) + 15) - fromX + 1
      const column = terrain.columnAt(cx, cz)
      for (let y = lowY; y <= highY; y++) {
        const section = column.section(y >> 4)
        const source = ((y & 15) << 8) | (fromX & 15)
        let to = ((y - py + radius) * side + (fromZ - pz + radius)) * side + (fromX - px + radius)
        for (let z = fromZ; z <= toZ; z++, to += side) {
          const from = source | ((z & 15) << 4)
          // One loop per kind of section: each stays quick because it only ever sees one kind of array.
          if (typeof section === 'number') for (let i = 0; i < width; i++) cube[to + i] = section
          else if (section instanceof Uint8Array) copyBytes(section, from, cube, to, width)
          else copyWords(section, from, cube, to, width)
        }
      }
    }
  }
}

function copyBytes(section: Uint8Array, from: number, cube: Cells, to: number, width: number): void {
  for (let i = 0; i < width; i++) cube[to + i] = section[from + i] as number
}

function copyWords(section: Uint16Array, from: number, cube: Cells, to: number, width: number): void {
  for (let i = 0; i < width; i++) cube[to + i] = section[from + i] as number
}

/** Grows whenever a block within the cube's columns may have changed, for as long as the place stays the same. */
export function cubeVersion(terrain: Terrain, center: Vec3, radius: number): number {
  let version = 0
  eachColumn(terrain, center, radius, (column) => {
    version += column.version
  })
  return version
}

/** What `cubeVersion` was when this tick began; -1 when not every change since then was written down. */
export function cubeVersionBefore(terrain: Terrain, center: Vec3, radius: number): number {
  let version = 0
  let isKnown = true
  eachColumn(terrain, center, radius, (column) => {
    version += terrain.written.has(column) ? column.versionBefore : column.version
    isKnown &&= !column.journalOverflow
  })
  return isKnown ? version : -1
}

/** Brings a cube up to date that was true when this tick began. Answers whether a cell of it is another now. */
export function patchCube(terrain: Terrain, center: Vec3, radius: number, cube: Cells): boolean {
  const [px, py, pz] = center
  const side = 2 * radius + 1
  let isChanged = false
  eachColumn(terrain, center, radius, (column) => {
    for (const cell of column.journal) {
      const x = column.cx * 16 + (cell & 15) - px + radius
      const z = column.cz * 16 + ((cell >> 4) & 15) - pz + radius
      const y = (cell >> 8) - py + radius
      if (x < 0 || x >= side || y < 0 || y >= side || z < 0 || z >= side) continue
      const index = (y * side + z) * side + x
      const block = column.blockAt(cell & 15, cell >> 8, (cell >> 4) & 15)
      isChanged ||= cube[index] !== block
      cube[index] = block
    }
  })
  return isChanged
}

function eachColumn(terrain: Terrain, [px, , pz]: Vec3, radius: number, visit: (column: Column) => void): void {
  const bound = terrain.boundary
  const highX = Math.min(px + radius, bound) >> 4
  const highZ = Math.min(pz + radius, bound) >> 4
  for (let cz = Math.max(pz - radius, -bound) >> 4; cz <= highZ; cz++) {
    for (let cx = Math.max(px - radius, -bound) >> 4; cx <= highX; cx++) visit(terrain.columnAt(cx, cz))
  }
}
