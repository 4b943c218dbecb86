import type { Pixel } from './canvas.js'
import type { Vector } from './ray.js'

/** Half a right angle to each side. */
const HALF_FIELD = 1

/** Looks from a point into a direction; turns pixels into rays and points into pixels. */
export type Camera = {
  readonly eye: Vector
  rayThrough(pixel: Pixel): Vector
  /** Where a point is seen, and how far away; undefined behind the eye. */
  project(point: Vector): (Pixel & { readonly distance: number }) | undefined
}

export type CameraPose = {
  readonly eye: Vector
  /** Degrees; 0 looks to +z, 90 to +x. */
  readonly yaw: number
  /** Degrees; up is positive. */
  readonly pitch: number
  readonly sizePixels: number
}

export function createCamera({ eye, yaw, pitch, sizePixels }: CameraPose): Camera {
  const [sinYaw, cosYaw] = sineOf(yaw)
  const [sinPitch, cosPitch] = sineOf(pitch)
  const forward: Vector = [sinYaw * cosPitch, sinPitch, cosYaw * cosPitch]
  const right: Vector = [-cosYaw, 0, sinYaw]
  const up: Vector = [-sinYaw * sinPitch, cosPitch, -cosYaw * sinPitch]
  const half = sizePixels / 2
  return {
    eye,
    rayThrough({ x, y }) {
      const across = ((x + 0.5 - half) / half) * HALF_FIELD
      const above = ((half - y - 0.5) / half) * HALF_FIELD
      return normalize([
        forward[0] + right[0] * across + up[0] * above,
        forward[1] + right[1] * across + up[1] * above,
        forward[2] + right[2] * across + up[2] * above,
      ])
    },
    project(point) {
      const away: Vector = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]]
      const depth = dot(away, forward)
      if (depth <= 0.05) return undefined
      return {
        x: Math.round(half + (dot(away, right) / depth / HALF_FIELD) * half),
        y: Math.round(half - (dot(away, up) / depth / HALF_FIELD) * half),
        distance: Math.sqrt(dot(away, away)),
      }
    },
  }
}

/** Sine and cosine of an angle in degrees, exact for right angles. */
function sineOf(degrees: number): readonly [number, number] {
  const turned = ((degrees % 360) + 360) % 360
  const exact = { 0: [0, 1], 90: [1, 0], 180: [0, -1], 270: [-1, 0] } as const
  if (turned === 0 || turned === 90 || turned === 180 || turned === 270) return exact[turned]
  const angle = (turned * Math.PI) / 180
  return [Math.sin(angle), Math.cos(angle)]
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function normalize(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector))
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
