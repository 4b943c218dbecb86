import { createPicture, type Picture, setPixel } from './picture.js'
import { type Scene, trace, type Vector } from './ray.js'
import type { Volume } from './volume.js'

const SKY_TOP = [104, 158, 224]
const SKY_LOW = [196, 220, 240]

function daySky([, dy]: Vector): [number, number, number] {
  const up = Math.max(0, Math.min(1, dy * 1.6))
  return SKY_LOW.map((part, i) => part * (1 - up) + (SKY_TOP[i] ?? 0) * up) as [number, number, number]
}

/** Under a closed roof there is no sky: what a ray does not reach is black. */
function nightSky(): [number, number, number] {
  return [16, 14, 20]
}

function sceneOf(volume: Volume, fogDistance: number): Scene {
  const isRoofed = volume.topAt(volume.bounds.x0, volume.bounds.z0) === volume.height - 1
  return { volume, sky: isRoofed ? nightSky : daySky, fogDistance, shadows: !isRoofed, ambient: isRoofed ? 0.85 : 1 }
}

/** Straight down, one pixel per block, shaded by slope; water darkens with depth. */
export function mapView(volume: Volume): Picture {
  const picture = createPicture(volume.sizeX, volume.sizeZ)
  const { x0, z0 } = volume.bounds
  for (let pz = 0; pz < volume.sizeZ; pz++) {
    for (let px = 0; px < volume.sizeX; px++) {
      let y = volume.topAt(x0 + px, z0 + pz)
      let look = volume.lookAt(x0 + px, y, z0 + pz)
      // Herbs would only be specks on a map.
      if (look.shape === 'plant') look = volume.lookAt(x0 + px, --y, z0 + pz)
      const top = y
      while (look.shape === 'fluid' && y > 0) look = volume.lookAt(x0 + px, --y, z0 + pz)
      const slope = volume.topAt(x0 + px, z0 + pz) - volume.topAt(x0 + Math.max(0, px - 1), z0 + Math.max(0, pz - 1))
      const light = top > y ? 1 : 0.88 + Math.max(-0.25, Math.min(0.25, slope * 0.07)) + (y - 62) * 0.002
      const depth = top - y
      const share = depth === 0 ? 0 : Math.min(0.95, 0.6 + depth * 0.025)
      const dark = Math.max(0.55, 1 - depth * 0.018)
      setPixel(
        picture,
        px,
        pz,
        look.color.map((part, i) => part * light * (1 - share) + ([58, 111, 200][i] ?? 0) * dark * share),
      )
    }
  }
  return picture
}

/** Seen from high up in the south-east, without perspective; everything above `ceiling` is taken off. */
export function isometricView(
  volume: Volume,
  { width, height, blocksAcross, ceiling }: { width: number; height: number; blocksAcross: number; ceiling: number },
): Picture {
  const { x0, x1, z0, z1 } = volume.bounds
  const center: Vector = [(x0 + x1) / 2, Math.min(ceiling, 64), (z0 + z1) / 2]
  const direction = normalize([-0.62, -0.62, -0.78])
  return shoot(sceneOf(volume, 0), width, height, direction, 500, (right, up, px, py) => {
    const scale = blocksAcross / width
    const a = (px - width / 2) * scale
    const b = (height / 2 - py) * scale
    const at = center.map((part, i) => part + (right[i] ?? 0) * a + (up[i] ?? 0) * b)
    // Start where the ray comes through the ceiling, so that no steps are wasted in the air.
    const back = (ceiling - (at[1] ?? 0)) / direction[1]
    return { origin: at.map((part, i) => part + (direction[i] ?? 0) * back) as unknown as Vector, direction }
  })
}

/** What a traveller sees. */
export function cameraView(
  volume: Volume,
  { eye, toward, width, height, sight }: { eye: Vector; toward: Vector; width: number; height: number; sight: number },
): Picture {
  const forward = normalize(toward.map((part, i) => part - (eye[i] ?? 0)) as unknown as Vector)
  return shoot(sceneOf(volume, sight), width, height, forward, sight * 2, (right, up, px, py) => {
    const a = ((px - width / 2) / width) * 1.35
    const b = ((height / 2 - py) / width) * 1.35
    const direction = normalize(
      forward.map((part, i) => part + (right[i] ?? 0) * a + (up[i] ?? 0) * b) as unknown as Vector,
    )
    return { origin: eye, direction }
  })
}

/** A cut along x at one z: what the ground hides. Depth behind the cut is drawn darker. */
export function cutView(volume: Volume, z: number, pixelsPerBlock: number): Picture {
  const { x0 } = volume.bounds
  const picture = createPicture(volume.sizeX * pixelsPerBlock, volume.height * pixelsPerBlock)
  for (let y = 0; y < volume.height; y++) {
    for (let bx = 0; bx < volume.sizeX; bx++) {
      let behind = 0
      let look = volume.lookAt(x0 + bx, y, z)
      while (look.shape === 'none' && behind < 24) look = volume.lookAt(x0 + bx, y, z - ++behind)
      const dark = look.shape === 'none' ? 1 : behind === 0 ? 1 : 0.62 - behind * 0.018
      const color =
        look.shape === 'none'
          ? y > volume.topAt(x0 + bx, z)
            ? [190, 216, 240]
            : [14, 12, 18]
          : look.color.map((part) => part * dark)
      for (let py = 0; py < pixelsPerBlock; py++) {
        for (let px = 0; px < pixelsPerBlock; px++) {
          setPixel(picture, bx * pixelsPerBlock + px, (volume.height - 1 - y) * pixelsPerBlock + py, color)
        }
      }
    }
  }
  return picture
}

/** One layer from above: galleries, roads, rooms. What lies below an opening is drawn darker. */
export function layerView(volume: Volume, y: number, pixelsPerBlock: number): Picture {
  const { x0, z0 } = volume.bounds
  const picture = createPicture(volume.sizeX * pixelsPerBlock, volume.sizeZ * pixelsPerBlock)
  for (let bz = 0; bz < volume.sizeZ; bz++) {
    for (let bx = 0; bx < volume.sizeX; bx++) {
      let below = 0
      let look = volume.lookAt(x0 + bx, y, z0 + bz)
      while (look.shape === 'none' && below < y) look = volume.lookAt(x0 + bx, y - ++below, z0 + bz)
      const dark = below === 0 ? 0.55 : Math.max(0.35, 1.05 - below * 0.02)
      const color = look.color.map((part) => part * (look.light > 0 ? 1 : dark))
      for (let py = 0; py < pixelsPerBlock; py++) {
        for (let px = 0; px < pixelsPerBlock; px++) {
          setPixel(picture, bx * pixelsPerBlock + px, bz * pixelsPerBlock + py, color)
        }
      }
    }
  }
  return picture
}

type RayMaker = (right: Vector, up: Vector, px: number, py: number) => { origin: Vector; direction: Vector }

function shoot(scene: Scene, width: number, height: number, forward: Vector, steps: number, rayAt: RayMaker): Picture {
  const picture = createPicture(width, height)
  const right = normalize([-forward[2], 0, forward[0]])
  const up: Vector = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ]
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      const { origin, direction } = rayAt(right, up, px + 0.5, py + 0.5)
      setPixel(picture, px, py, trace(scene, origin, direction, steps))
    }
  }
  return picture
}

function normalize([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
