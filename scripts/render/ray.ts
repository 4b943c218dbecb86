import type { Look, Volume } from './volume.js'

export type Vector = readonly [number, number, number]

const SUN: Vector = [-0.52, 0.74, 0.42]
const FACE_LIGHT = { x: 0.82, y: 1, z: 0.7 }
const SHADOW_LIGHT = 0.62
const WATER_PER_BLOCK = 0.1
const SHADOW_STEPS = 90
const PLANT_BOX = { low: 0.25, high: 0.75, top: 0.7 }

interface Hit {
  readonly look: Look
  readonly x: number
  readonly y: number
  readonly z: number
  readonly face: 'x' | 'y' | 'z'
  readonly distance: number
  /** Blocks of water the ray went through. */
  readonly water: number
}

export interface Scene {
  readonly volume: Volume
  readonly sky: (direction: Vector) => readonly [number, number, number]
  /** Distance at which everything has faded into the sky; 0 for none. */
  readonly fogDistance: number
  readonly shadows: boolean
  /** Light where the sun does not reach, e.g. underground. */
  readonly ambient: number
}

/** The colour seen along a ray. */
export function trace(scene: Scene, origin: Vector, direction: Vector, steps: number): readonly number[] {
  const sky = scene.sky(direction)
  const hit = march(scene.volume, origin, direction, steps)
  if (hit === undefined) return sky
  let light = FACE_LIGHT[hit.face] * scene.ambient
  if (scene.shadows && !isSunlit(scene.volume, hit, direction)) light *= SHADOW_LIGHT
  if (hit.look.light > 0) light = 1.15
  else light = Math.min(1.1, light + glowNear(scene.volume, hit))
  const shade = hit.look.color.map((part) => part * light * grain(hit))
  const wet = hit.water === 0 ? shade : mix(shade, WATER_COLOR, Math.min(0.92, 0.45 + hit.water * WATER_PER_BLOCK))
  if (scene.fogDistance === 0) return wet
  const fog = Math.min(1, (hit.distance / scene.fogDistance) ** 2)
  return mix(wet, sky, fog * 0.9)
}

const WATER_COLOR = [44, 98, 178]

function march(volume: Volume, origin: Vector, direction: Vector, steps: number): Hit | undefined {
  const [dx, dy, dz] = direction
  let [x, y, z] = origin.map(Math.floor) as [number, number, number]
  const step = { x: Math.sign(dx), y: Math.sign(dy), z: Math.sign(dz) }
  const delta = { x: Math.abs(1 / dx), y: Math.abs(1 / dy), z: Math.abs(1 / dz) }
  const start = (at: number, cell: number, d: number): number => (d > 0 ? cell + 1 - at : at - cell) * Math.abs(1 / d)
  let nextX = start(origin[0], x, dx)
  let nextY = start(origin[1], y, dy)
  let nextZ = start(origin[2], z, dz)
  let face: 'x' | 'y' | 'z' = 'y'
  let distance = 0
  let water = 0
  for (let i = 0; i < steps; i++) {
    if (y < 0 && dy < 0) return undefined
    if (y >= volume.height && dy >= 0) return undefined
    const look = volume.lookAt(x, y, z)
    const leave = Math.min(nextX, nextY, nextZ)
    if (look.shape === 'fluid' && look.light === 0) water += leave - distance
    else if (look.shape === 'plant') {
      if (hitsPlant(origin, direction, x, y, z, distance, leave)) return { look, x, y, z, face: 'x', distance, water }
    } else if (look.shape !== 'none') return { look, x, y, z, face, distance, water }
    distance = leave
    if (leave === nextX) {
      x += step.x
      nextX += delta.x
      face = 'x'
    } else if (leave === nextY) {
      y += step.y
      nextY += delta.y
      face = 'y'
    } else {
      z += step.z
      nextZ += delta.z
      face = 'z'
    }
  }
  return undefined
}

function hitsPlant(o: Vector, d: Vector, x: number, y: number, z: number, from: number, to: number): boolean {
  let near = from
  let far = to
  const slabs: [number, number, number, number][] = [
    [o[0], d[0], x + PLANT_BOX.low, x + PLANT_BOX.high],
    [o[1], d[1], y, y + PLANT_BOX.top],
    [o[2], d[2], z + PLANT_BOX.low, z + PLANT_BOX.high],
  ]
  for (const [at, along, low, high] of slabs) {
    const a = (low - at) / along
    const b = (high - at) / along
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near < far
}

function isSunlit(volume: Volume, hit: Hit, direction: Vector): boolean {
  const side = hit.face === 'x' ? 0 : hit.face === 'y' ? 1 : 2
  if ((SUN[side] ?? 0) * (direction[side] ?? 0) > 0) return false
  const at: [number, number, number] = [hit.x + 0.5, hit.y + 0.5, hit.z + 0.5]
  at[side] = (at[side] ?? 0) - Math.sign(direction[side] ?? 0) * 0.6
  const blocker = march(volume, at, SUN, SHADOW_STEPS)
  return blocker === undefined || blocker.look.shape === 'plant'
}

/** Warm light of torches and lava a few blocks away. */
function glowNear(volume: Volume, hit: Hit): number {
  let glow = 0
  for (let dy = -2; dy <= 3; dy++) {
    for (let dz = -3; dz <= 3; dz++) {
      for (let dx = -3; dx <= 3; dx++) {
        const look = volume.lookAt(hit.x + dx, hit.y + dy, hit.z + dz)
        if (look.light > 0) glow = Math.max(glow, 0.5 - 0.1 * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)))
      }
    }
  }
  return glow
}

/** Neighbouring blocks differ a little, so a meadow is not one flat colour. */
function grain({ x, y, z }: Hit): number {
  return 0.97 + (((Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 9) & 3) * 0.02
}

function mix(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((part, i) => part * (1 - share) + (b[i] ?? 0) * share)
}
