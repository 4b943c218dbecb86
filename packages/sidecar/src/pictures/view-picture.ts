import type { Vec3 } from '@clawstead/protocol'
import { type Camera, createCamera } from './camera.js'
import { type Canvas, type Color, createCanvas, mix, type Pixel, paintBox, scaleColor, setPixel } from './canvas.js'
import { type Daylight, skyColor } from './daylight.js'
import { letteringSize, paintText } from './lettering.js'
import { WATER } from './looks.js'
import { type Mark, markColor } from './marks.js'
import { castRay, type Hit, type RayBox, type RayEnd, spanInBox, type Vector } from './ray.js'
import type { SeenVolume } from './seen-volume.js'
import { type ColorEntry, Tally } from './tally.js'
import { drawRows } from './turns.js'

export type ViewRequest = {
  readonly volume: SeenVolume
  /** The cell of the feet. */
  readonly feet: Vec3
  readonly yaw: number
  readonly pitch: number
  readonly sizePixels: number
  readonly daylight: Daylight
  readonly marks: readonly Mark[]
  readonly signal?: AbortSignal
}

export type DrawnView = {
  readonly canvas: Canvas
  readonly colors: readonly ColorEntry[]
  readonly unseenPercent: number
  /** What is in the middle of the picture; undefined for sky and fog. */
  readonly middle: { readonly block: string; readonly at: Vec3; readonly distance: number } | undefined
  /** Marks that are in sight, with the pixel they are at. */
  readonly visible: readonly { readonly mark: Mark; readonly pixel: Pixel }[]
}

/** Farther blocks would be a pixel or two. */
const SIGHT_CELLS = 64
const EYE_HEIGHT = 1.62
/** Light that faces to the side get, relative to the top. */
const SIDE_LIGHT = { x: 0.84, z: 0.72, top: 1, bottom: 0.58 } as const
/** Deep water is darker than its surface. */
const DEEP = scaleColor(WATER.color, 0.85)
const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]

/** What an agent sees with its own eyes, as far as it has seen it; the rest is fog. */
export async function drawView(request: ViewRequest): Promise<DrawnView> {
  const { volume, feet, yaw, pitch, sizePixels, daylight, marks, signal } = request
  const eye: Vector = [feet[0] + 0.5, feet[1] + EYE_HEIGHT, feet[2] + 0.5]
  const camera = createCamera({ eye, yaw, pitch, sizePixels })
  const canvas = createCanvas(sizePixels, sizePixels)
  const bodies = marks.flatMap((mark) => {
    const box = bodyOf(mark)
    return box === undefined ? [] : [{ mark, box }]
  })
  const tally = new Tally()
  const depth = new Float64Array(sizePixels * sizePixels)
  const drawRow = (y: number): void => {
    for (let x = 0; x < sizePixels; x++) {
      const direction = camera.rayThrough({ x, y })
      const end = castRay(volume, eye, direction, SIGHT_CELLS)
      const reached = end.kind === 'block' ? end.hit.distance : end.kind === 'unseen' ? end.distance : SIGHT_CELLS
      const body = nearestBody(bodies, { eye, direction, within: reached })
      depth[y * sizePixels + x] = body?.distance ?? reached
      count(tally, end)
      setPixel(canvas, { x, y }, body?.color ?? endColor(end, { eye, direction, daylight }))
    }
  }
  await drawRows({ width: sizePixels, height: sizePixels }, drawRow, signal)
  const visible = paintLabels(canvas, { camera, marks, depth })
  paintCross(canvas)
  return {
    canvas,
    colors: tally.colors(),
    unseenPercent: tally.unseenPercent,
    middle: middleOf(request, camera),
    visible,
  }
}

function count(tally: Tally, end: RayEnd): void {
  if (end.kind === 'block') tally.addBlock(end.hit.water > 0 ? WATER : end.hit.look)
  else if (end.kind === 'unseen') tally.addUnseen()
  else tally.addNothing()
}

type Sight = { readonly eye: Vector; readonly direction: Vector; readonly daylight: Daylight }

function endColor(end: RayEnd, { eye, direction, daylight }: Sight): Color {
  // Fog has the colour of the sky behind it; below the horizon that of the horizon, a little darker.
  const fog = direction[1] >= 0 ? skyColor(daylight, direction[1]) : scaleColor(daylight.sky.low, 0.9)
  if (end.kind !== 'block') return end.water > 0 ? mix(fog, DEEP, waterShare(end.water)) : fog
  const { hit } = end
  const solid = scaleColor(hit.look.color, lightOf(hit, { eye, direction, daylight }))
  const wet = hit.water > 0 ? mix(solid, scaleColor(DEEP, daylight.light), waterShare(hit.water)) : solid
  const haze = Math.min(1, hit.distance / SIGHT_CELLS)
  return mix(wet, fog, haze * haze * 0.85)
}

const waterShare = (cells: number): number => Math.min(0.92, 0.45 + cells * 0.1)

function lightOf(hit: Hit, { eye, direction, daylight }: Sight): number {
  if (hit.look.isGlowing) return 1.1
  const side = hit.side === 'y' ? (direction[1] < 0 ? SIDE_LIGHT.top : SIDE_LIGHT.bottom) : SIDE_LIGHT[hit.side]
  return side * daylight.light * grain(hit.cell) * (isNearEdge(hit, eye, direction) ? 0.84 : 1)
}

/** A thin dark line around each face lets cells be counted; far away it would only flicker. */
function isNearEdge({ side, distance, cell, look }: Hit, eye: Vector, direction: Vector): boolean {
  if (look.form !== 'cube' || distance > 24) return false
  const axes = side === 'x' ? ([1, 2] as const) : side === 'y' ? ([0, 2] as const) : ([0, 1] as const)
  return axes.some((axis) => {
    const within = eye[axis] + direction[axis] * distance - cell[axis]
    return within < 0.04 || within > 0.96
  })
}

/** Neighbouring blocks differ a little, so a meadow is not one flat colour. */
function grain([x, y, z]: Vector): number {
  const hash = Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)
  return 0.96 + ((hash >>> 9) & 3) * 0.02
}

/** The body of an agent or of an item that lies about; everything else is a block already. */
function bodyOf({ type, at: [x, y, z] }: Mark): RayBox | undefined {
  if (type === 'AGENT') return { low: [x + 0.2, y, z + 0.2], high: [x + 0.8, y + 1.8, z + 0.8] }
  if (type === 'ITEM') return { low: [x + 0.35, y, z + 0.35], high: [x + 0.65, y + 0.3, z + 0.65] }
  return undefined
}

type Body = { readonly mark: Mark; readonly box: RayBox }

function nearestBody(
  bodies: readonly Body[],
  ray: { readonly eye: Vector; readonly direction: Vector; readonly within: number },
): { readonly color: Color; readonly distance: number } | undefined {
  let [nearest, distance] = [undefined as Body | undefined, ray.within]
  for (const body of bodies) {
    const span = spanInBox(ray.eye, ray.direction, body.box)
    // A body in one's own cell would hide everything.
    if (span === undefined || span.from <= 0 || span.from >= distance) continue
    nearest = body
    distance = span.from
  }
  if (nearest === undefined) return undefined
  const [, y] = [ray.direction[0], ray.eye[1] + ray.direction[1] * distance]
  const isHead = nearest.mark.type === 'AGENT' && y - nearest.box.low[1] > 1.35
  return { color: scaleColor(markColor(nearest.mark), isHead ? 1 : 0.8), distance }
}

/** A number above each mark that nothing hides. */
function paintLabels(
  canvas: Canvas,
  scene: { readonly camera: Camera; readonly marks: readonly Mark[]; readonly depth: Float64Array },
): { readonly mark: Mark; readonly pixel: Pixel }[] {
  const { camera, marks, depth } = scene
  const seen = marks.flatMap((mark) => {
    const middle: Vector = [mark.at[0] + 0.5, mark.at[1] + heightOf(mark) / 2, mark.at[2] + 0.5]
    const spot = camera.project(middle)
    if (spot === undefined || spot.x < 0 || spot.y < 0 || spot.x >= canvas.width || spot.y >= canvas.height) return []
    const isHidden = (depth[spot.y * canvas.width + spot.x] ?? 0) < spot.distance - 1
    return isHidden ? [] : [{ mark, pixel: { x: spot.x, y: spot.y } }]
  })
  for (const { mark, pixel } of seen.toReversed()) {
    const text = String(mark.number)
    const top = camera.project([mark.at[0] + 0.5, mark.at[1] + heightOf(mark), mark.at[2] + 0.5]) ?? pixel
    const { width, height } = letteringSize(text, 2)
    const at = { x: top.x - (width >> 1), y: Math.max(0, top.y - height - 2) }
    paintText(canvas, { text, at, color: markColor(mark), plate: BLACK, scale: 2 })
  }
  return seen
}

function heightOf({ type }: Mark): number {
  return type === 'AGENT' ? 1.9 : type === 'ITEM' ? 0.35 : 1
}

function paintCross(canvas: Canvas): void {
  const middle = canvas.width >> 1
  paintBox(canvas, { x: middle - 4, y: middle, width: 9, height: 1 }, WHITE, 0.7)
  paintBox(canvas, { x: middle, y: middle - 4, width: 1, height: 9 }, WHITE, 0.7)
}

function middleOf({ volume, sizePixels }: ViewRequest, camera: Camera): DrawnView['middle'] {
  const end = castRay(volume, camera.eye, camera.rayThrough({ x: sizePixels >> 1, y: sizePixels >> 1 }), SIGHT_CELLS)
  if (end.kind !== 'block') return undefined
  const { look, cell, distance } = end.hit
  return { block: look.block, at: [cell[0], cell[1], cell[2]], distance: Math.round(distance * 10) / 10 }
}
