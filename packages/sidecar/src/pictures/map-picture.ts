import type { Vec3 } from '@clawstead/protocol'
import { type Canvas, type Color, createCanvas, mix, paintBox, scaleColor, setPixel } from './canvas.js'
import { letteringSize, paintText } from './lettering.js'
import { type Look, WATER } from './looks.js'
import { type Mark, markColor, SELF_COLOR } from './marks.js'
import type { SeenVolume } from './seen-volume.js'
import { type ColorEntry, Tally } from './tally.js'
import { drawRows } from './turns.js'

export type MapRequest = {
  readonly volume: SeenVolume
  /** Cell of the upper left corner; x grows to the right, z downwards. */
  readonly corner: { readonly x: number; readonly z: number }
  /** Cells along each side. */
  readonly across: number
  readonly sizePixels: number
  /** The highest layer shown: below a roof the roof is taken off. */
  readonly ceiling: number
  /** Higher ground is painted lighter than this layer, lower ground darker. */
  readonly level: number
  readonly marks: readonly Mark[]
  /** Where the agent stands and looks to; absent on tiles. */
  readonly self?: { readonly at: Vec3; readonly yaw: number }
  readonly signal?: AbortSignal
}

export type DrawnMap = {
  readonly canvas: Canvas
  readonly colors: readonly ColorEntry[]
  readonly unseenPercent: number
  /** Cells between two grid lines. */
  readonly gridCells: number
}

const UNSEEN_DARK: Color = [44, 42, 50]
const UNSEEN_LIGHT: Color = [54, 52, 60]
const WALL: Color = [30, 28, 34]
const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]
const GRID_PIXELS_MIN = 40

type Column = {
  readonly look: Look
  readonly top: number
  readonly depth: number
  readonly isCut: boolean
  /** What grows or stands thinly on it. */
  readonly growth?: Look
}

/** Straight down on what was seen: north is up. */
export async function drawMap(request: MapRequest): Promise<DrawnMap> {
  const { across, sizePixels, corner, signal } = request
  const canvas = createCanvas(sizePixels, sizePixels)
  const tally = new Tally()
  const columns = Array.from({ length: (across + 1) ** 2 }, (_, index) => {
    // One more to the north and west, for the slopes at the edge.
    const [dx, dz] = [(index % (across + 1)) - 1, Math.floor(index / (across + 1)) - 1]
    return columnAt(request, corner.x + dx, corner.z + dz)
  })
  const columnOf = (cx: number, cz: number): Column | undefined => columns[(cz + 1) * (across + 1) + cx + 1]
  const toCell = (pixel: number): number => Math.floor((pixel * across) / sizePixels)
  const isInMiddle = (pixel: number, cell: number): boolean => {
    const within = ((pixel + 0.5) * across) / sizePixels - cell
    return within > 0.25 && within < 0.75
  }
  await drawRows(
    { width: sizePixels, height: sizePixels },
    (y) => {
      const cz = toCell(y)
      for (let x = 0; x < sizePixels; x++) {
        const cx = toCell(x)
        const column = columnOf(cx, cz)
        if (column === undefined) {
          tally.addUnseen()
          setPixel(canvas, { x, y }, ((x + y) >> 2) % 2 === 0 ? UNSEEN_DARK : UNSEEN_LIGHT)
          continue
        }
        const shown =
          column.growth !== undefined && isInMiddle(x, cx) && isInMiddle(y, cz) ? column.growth : column.look
        tally.addBlock(column.depth > 0 ? WATER : shown)
        // A darker line to the south and east sets cells off from each other where they are large enough.
        const isEdge = sizePixels / across >= 8 && (toCell(x + 1) !== cx || toCell(y + 1) !== cz)
        const slopes = { north: columnOf(cx, cz - 1), west: columnOf(cx - 1, cz) }
        const color = shown === column.look ? columnColor(column, slopes, request) : shown.color
        setPixel(canvas, { x, y }, scaleColor(color, isEdge ? 0.9 : 1))
      }
    },
    signal,
  )
  const gridCells = gridStep(across, sizePixels)
  paintGrid(canvas, request, gridCells)
  paintMarks(canvas, request)
  return { canvas, colors: tally.colors(), unseenPercent: tally.unseenPercent, gridCells }
}

/** The highest thing in a column, and how deep the water above it is; undefined when nothing of it was seen. */
function columnAt({ volume, ceiling }: MapRequest, x: number, z: number): Column | undefined {
  const { highest } = volume.layers
  const from = Math.min(ceiling, highest)
  let top: number | undefined
  let growth: Look | undefined
  let hasSeen = false
  for (let y = from; y >= -1; y--) {
    const look = volume.lookAt(x, y, z)
    if (look === undefined) {
      // Something below was not seen: what is known above it says nothing about the ground.
      if (hasSeen) return undefined
      continue
    }
    if (y < 0 && !hasSeen) return undefined
    hasSeen = true
    if (look.form === 'none') continue
    if (look.form === 'thin') {
      growth ??= look
      continue
    }
    top ??= y
    if (look.form === 'fluid') continue
    const isCut = y === ceiling && look.form === 'cube'
    return { look, top, depth: top - y, isCut, ...(growth === undefined ? {} : { growth }) }
  }
  return undefined
}

function columnColor(
  { look, top, depth, isCut }: Column,
  { north, west }: { readonly north: Column | undefined; readonly west: Column | undefined },
  { level }: Pick<MapRequest, 'level'>,
): Color {
  if (isCut) return mix(look.color, WALL, 0.72)
  if (depth > 0) {
    const water = scaleColor(WATER.color, Math.max(0.5, 1 - depth * 0.05))
    return mix(look.color, water, Math.min(0.95, 0.62 + depth * 0.05))
  }
  const slope = top - (north?.top ?? top) + (top - (west?.top ?? top))
  const light = 0.94 + within(slope * 0.08, -0.22, 0.22) + within((top - level) * 0.015, -0.18, 0.12)
  return scaleColor(look.color, look.isGlowing ? 1.1 : light)
}

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

/** Powers of two from 4 on, so far apart that the numbers fit in between. */
function gridStep(across: number, sizePixels: number): number {
  let step = 4
  while ((step * sizePixels) / across < GRID_PIXELS_MIN) step *= 2
  return step
}

/** Thin lines with the coordinates they stand for: x along the top, z along the left. */
function paintGrid(canvas: Canvas, { corner, across, sizePixels }: MapRequest, step: number): void {
  const toPixel = (cell: number): number => Math.ceil((cell * sizePixels) / across)
  const first = (from: number): number => (Math.ceil(from / step) * step - from) % step
  for (let cell = first(corner.x); cell < across; cell += step) {
    paintBox(canvas, { x: toPixel(cell), y: 0, width: 1, height: sizePixels }, BLACK, 0.3)
  }
  for (let cell = first(corner.z); cell < across; cell += step) {
    paintBox(canvas, { x: 0, y: toPixel(cell), width: sizePixels, height: 1 }, BLACK, 0.3)
  }
  const label = { color: WHITE, plate: BLACK, scale: 1 } as const
  // The upper left corner is left to the first line that has room for its number.
  for (let cell = first(corner.x); cell < across; cell += step) {
    if (toPixel(cell) < 24) continue
    paintText(canvas, { ...label, text: String(corner.x + cell), at: { x: toPixel(cell) + 1, y: 0 } })
  }
  for (let cell = first(corner.z); cell < across; cell += step) {
    if (toPixel(cell) < 12) continue
    paintText(canvas, { ...label, text: String(corner.z + cell), at: { x: 0, y: toPixel(cell) + 1 } })
  }
}

function paintMarks(canvas: Canvas, { corner, across, sizePixels, marks, self }: MapRequest): void {
  const cellPixels = sizePixels / across
  const dot = Math.max(5, Math.min(11, Math.floor(cellPixels)))
  const middle = ([x, , z]: Vec3): { readonly x: number; readonly y: number } => ({
    x: Math.floor((x - corner.x + 0.5) * cellPixels),
    y: Math.floor((z - corner.z + 0.5) * cellPixels),
  })
  // The nearest are painted last, on top.
  for (const mark of marks.toReversed()) {
    const at = middle(mark.at)
    const left = at.x - (dot >> 1)
    const top = at.y - (dot >> 1)
    paintBox(canvas, { x: left - 1, y: top - 1, width: dot + 2, height: dot + 2 }, BLACK)
    paintBox(canvas, { x: left, y: top, width: dot, height: dot }, markColor(mark))
    const text = String(mark.number)
    const { height } = letteringSize(text, 1)
    paintText(canvas, {
      text,
      at: { x: left + dot + 1, y: at.y - (height >> 1) },
      color: WHITE,
      plate: BLACK,
      scale: 1,
    })
  }
  if (self !== undefined) paintArrow(canvas, middle(self.at), self.yaw)
}

const ARROW_LENGTH = 8

/** An arrow head that points where the agent looks; yaw 0 is +z, which is down, and 90 is +x, to the right. */
function paintArrow(canvas: Canvas, at: { readonly x: number; readonly y: number }, yaw: number): void {
  const angle = (yaw * Math.PI) / 180
  const [ax, ay] = [Math.sin(angle), Math.cos(angle)]
  for (const [grow, color] of [
    [1.5, BLACK],
    [0, SELF_COLOR],
  ] as const) {
    for (let dy = -12; dy <= 12; dy++)
      for (let dx = -12; dx <= 12; dx++) {
        const along = dx * ax + dy * ay
        const aside = Math.abs(dx * ay - dy * ax)
        const isInside = along >= -ARROW_LENGTH / 2 - grow && aside <= (ARROW_LENGTH - along) * 0.45 + grow * 0.7
        if (isInside && along <= ARROW_LENGTH + grow) setPixel(canvas, { x: at.x + dx, y: at.y + dy }, color)
      }
  }
}
