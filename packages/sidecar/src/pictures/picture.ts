import type { Vec3 } from '@clawstead/protocol'
import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import {
  MAP_CELLS_MAX,
  MAP_CELLS_MIN,
  PICTURE_PIXELS_DEFAULT,
  PICTURE_PIXELS_MAX,
  PICTURE_PIXELS_MIN,
  PICTURES_AT_ONCE,
  TOOL_TIMEOUT_MS,
} from '../limits.js'
import { Fields, placeOf, wholeWithin } from '../models/common.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import type { Canvas } from './canvas.js'
import { type Legend, mapLegend, viewLegend } from './legend.js'
import { drawMap } from './map-picture.js'
import { encodePng } from './png.js'
import { ceilingAbove, type Scene, sceneOf } from './scene.js'
import type { SeenVolume } from './seen-volume.js'
import { drawView } from './view-picture.js'

const YAW_BY_FACING = { north: 180, east: 90, south: 0, west: 270 } as const

export type PictureRequest = {
  readonly kind: 'map' | 'view'
  readonly size: number
  readonly facing?: keyof typeof YAW_BY_FACING | undefined
  readonly pitch?: number | undefined
  readonly across?: number | undefined
}

export function picture(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/picture',
    version: VERSION,
    author: AUTHOR,
    description: 'PNG of what I have seen, with a legend: map or view ahead.',
    isReadOnly: true,
    input: z.object({
      kind: z.enum(['map', 'view']),
      size: wholeWithin(PICTURE_PIXELS_MIN, PICTURE_PIXELS_MAX, 'default 256').optional(),
      across: wholeWithin(MAP_CELLS_MIN, MAP_CELLS_MAX, 'map: cells').optional(),
      facing: z.enum(['north', 'east', 'south', 'west']).optional(),
      pitch: wholeWithin(-90, 90, 'view: degrees up').optional(),
    }),
    output: z.object({
      image: z.object({ mime_type: z.string(), base64: z.string().optional() }),
      legend: Fields,
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    concurrencyMax: PICTURES_AT_ONCE,
    run: ({ kind, size = PICTURE_PIXELS_DEFAULT, ...rest }, { caller, signal }) =>
      sessions.use(caller.identity, async (session) => {
        const place = await placeOf(session)
        const scene = sceneOf(place, session.seen.sections())
        const { canvas, legend } = await drawPicture(scene, { kind, size, ...rest }, signal)
        const png = await encodePng(canvas)
        const image = { mime_type: 'image/png', base64: Buffer.from(png).toString('base64') }
        return { image, legend: { ...legend } }
      }),
  })
}

/** The same moment and the same request always give the same pixels. */
export async function drawPicture(
  scene: Scene,
  request: PictureRequest,
  signal?: AbortSignal,
): Promise<{ readonly canvas: Canvas; readonly legend: Legend }> {
  const { obs, volume, marks, daylight } = scene
  const abort = signal === undefined ? {} : { signal }
  if (request.kind === 'view') {
    const yaw = request.facing === undefined ? obs.self.yaw : YAW_BY_FACING[request.facing]
    const pitch = request.pitch ?? 0
    const pose = { feet: obs.self.pos, yaw, pitch, sizePixels: request.size }
    const drawn = await drawView({ volume, marks, daylight, ...pose, ...abort })
    return { canvas: drawn.canvas, legend: viewLegend(scene, drawn, { yaw, pitch }) }
  }
  const [x, y, z] = obs.self.pos
  const across = request.across ?? cellsToShow(volume, obs.self.pos)
  const half = across >> 1
  const corner = { x: x - half, z: z - half }
  const { ceiling, isCut } = ceilingAbove(volume, obs.self.pos)
  const self = { at: obs.self.pos, yaw: obs.self.yaw }
  const drawn = await drawMap({
    volume,
    marks,
    corner,
    across,
    ceiling,
    self,
    level: y,
    sizePixels: request.size,
    ...abort,
  })
  return {
    canvas: drawn.canvas,
    legend: mapLegend(scene, drawn, { corner, across, ...(isCut ? { cutAt: ceiling } : {}) }),
  }
}

/** The smallest map around the agent that shows all it has seen. */
function cellsToShow(volume: SeenVolume, [x, , z]: Vec3): number {
  let across = 16
  while (across < MAP_CELLS_MAX && volume.reachesBeyond({ x, z }, across >> 1)) across *= 2
  return across
}
