import { GROUND, type Look } from './looks.js'
import type { SeenVolume } from './seen-volume.js'

export type Vector = readonly [number, number, number]

export type Hit = {
  readonly look: Look
  readonly cell: Vector
  readonly side: 'x' | 'y' | 'z'
  readonly distance: number
  /** Cells of water the ray went through. */
  readonly water: number
}

/** Where a ray ends: at a block, in what was never seen, or nowhere. */
export type RayEnd =
  | { readonly kind: 'block'; readonly hit: Hit }
  | { readonly kind: 'unseen'; readonly distance: number; readonly water: number }
  | { readonly kind: 'open'; readonly water: number }

const THIN_BOX = { low: 0.25, high: 0.75, top: 0.75 }

/** Follow a ray from cell to cell through what was seen. */
export function castRay(volume: SeenVolume, origin: Vector, direction: Vector, reach: number): RayEnd {
  const [dx, dy, dz] = direction
  let [x, y, z] = [Math.floor(origin[0]), Math.floor(origin[1]), Math.floor(origin[2])]
  const [stepX, stepY, stepZ] = [Math.sign(dx), Math.sign(dy), Math.sign(dz)]
  const [deltaX, deltaY, deltaZ] = [Math.abs(1 / dx), Math.abs(1 / dy), Math.abs(1 / dz)]
  let nextX = toBorder(origin[0], x, dx)
  let nextY = toBorder(origin[1], y, dy)
  let nextZ = toBorder(origin[2], z, dz)
  let side: Hit['side'] = 'y'
  let distance = 0
  let water = 0
  while (distance <= reach) {
    if (isAboveWorld(volume, y, dy)) return { kind: 'open', water }
    const look = volume.lookAt(x, y, z)
    // Endless ground below a world of one layer is known only where the layer above it is.
    const isUnseen = look === undefined || (look === GROUND && volume.lookAt(x, 0, z) === undefined)
    if (isUnseen) return { kind: 'unseen', distance, water }
    const leave = Math.min(nextX, nextY, nextZ)
    if (look.form === 'fluid') water += leave - distance
    else if (look.form === 'thin') {
      if (hitsThin(origin, direction, [x, y, z], { from: distance, to: leave })) {
        return { kind: 'block', hit: { look, cell: [x, y, z], side: 'x', distance, water } }
      }
    } else if (look.form === 'cube') return { kind: 'block', hit: { look, cell: [x, y, z], side, distance, water } }
    distance = leave
    if (leave === nextX) {
      x += stepX
      nextX += deltaX
      side = 'x'
    } else if (leave === nextY) {
      y += stepY
      nextY += deltaY
      side = 'y'
    } else {
      z += stepZ
      nextZ += deltaZ
      side = 'z'
    }
  }
  return { kind: 'unseen', distance, water }
}

/** Distance along a ray to the first border of its cell on one axis. */
function toBorder(at: number, cell: number, along: number): number {
  if (along === 0) return Number.POSITIVE_INFINITY
  return (along > 0 ? cell + 1 - at : at - cell) / Math.abs(along)
}

function isAboveWorld({ worldHeight }: SeenVolume, y: number, dy: number): boolean {
  return worldHeight > 0 && y >= worldHeight && dy >= 0
}

type Span = { readonly from: number; readonly to: number }

function hitsThin(origin: Vector, direction: Vector, [x, y, z]: Vector, { from, to }: Span): boolean {
  const { low, high, top } = THIN_BOX
  const box = { low: [x + low, y, z + low] as const, high: [x + high, y + top, z + high] as const }
  const span = spanInBox(origin, direction, box)
  return span !== undefined && Math.max(span.from, from) < Math.min(span.to, to)
}

export type RayBox = { readonly low: Vector; readonly high: Vector }

/** The part of a ray that lies in a box; undefined when it misses. */
export function spanInBox(origin: Vector, direction: Vector, { low, high }: RayBox): Span | undefined {
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  for (const axis of [0, 1, 2] as const) {
    const along = direction[axis]
    if (along === 0) {
      if (origin[axis] < low[axis] || origin[axis] > high[axis]) return undefined
      continue
    }
    const a = (low[axis] - origin[axis]) / along
    const b = (high[axis] - origin[axis]) / along
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return from < to ? { from, to } : undefined
}
