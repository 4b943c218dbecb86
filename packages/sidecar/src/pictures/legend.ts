import type { Vec3 } from '@clawstead/protocol'
import { labelled } from '../perception/event-view.js'
import type { Pixel } from './canvas.js'
import type { DrawnMap } from './map-picture.js'
import type { Mark } from './marks.js'
import type { Scene } from './scene.js'
import type { DrawnView } from './view-picture.js'

/** What a picture shows, in words and numbers: whoever cannot see it, or not well, still knows. */
export type Legend = Readonly<Record<string, unknown>>

const COMPASS = ['south', 'south-east', 'east', 'north-east', 'north', 'north-west', 'west', 'south-west']

/** The direction of a yaw in a word; 0 is +z, which is south. */
export function directionName(yaw: number): string {
  const eighth = Math.round((((yaw % 360) + 360) % 360) / 45) % COMPASS.length
  return COMPASS[eighth] ?? ''
}

export function mapLegend(
  scene: Scene,
  drawn: DrawnMap,
  frame: {
    readonly corner: { readonly x: number; readonly z: number }
    readonly across: number
    readonly cutAt?: number
  },
): Legend {
  const { obs, marks } = scene
  const { corner, across, cutAt } = frame
  const last = across - 1
  const isOnMap = ({ at: [x, , z] }: Mark): boolean =>
    x >= corner.x && x <= corner.x + last && z >= corner.z && z <= corner.z + last
  return {
    tick: obs.tick,
    me: { at: obs.self.pos, mark: 'red arrow', looking: directionName(obs.self.yaw) },
    north: 'up (-z); east is right (+x)',
    x: [corner.x, corner.x + last],
    z: [corner.z, corner.z + last],
    cells_across: across,
    pixels_per_cell: Math.round((drawn.canvas.width / across) * 100) / 100,
    grid_every: drawn.gridCells,
    ...(cutAt === undefined ? {} : { cut_above_y: cutAt, walls: 'blocks at that height, dark' }),
    shading: 'higher ground is lighter, water darker where it is deep',
    colors: drawn.colors,
    marks: marks.filter(isOnMap).map((mark) => markEntry(mark)),
    ...unseenPart(drawn.unseenPercent, 'dark stripes'),
    ...omittedPart(obs.entities.length - 1 - marks.length),
  }
}

export function viewLegend(
  scene: Scene,
  drawn: DrawnView,
  { yaw, pitch }: { readonly yaw: number; readonly pitch: number },
): Legend {
  const { obs, marks, daylight } = scene
  return {
    tick: obs.tick,
    me: { at: obs.self.pos },
    facing: directionName(yaw),
    yaw,
    pitch,
    field_of_view: 90,
    light: daylight.name,
    middle: drawn.middle ?? 'nothing but sky or fog',
    colors: drawn.colors,
    marks: drawn.visible.map(({ mark, pixel }) => markEntry(mark, pixel)),
    ...unseenPart(drawn.unseenPercent, 'fog: sky or what I have not seen yet'),
    ...omittedPart(obs.entities.length - 1 - marks.length),
  }
}

function markEntry({ number, id, type, at, item }: Mark, pixel?: Pixel): Record<string, unknown> {
  const place: { readonly at: Vec3; readonly pixel?: readonly number[] } =
    pixel === undefined ? { at } : { at, pixel: [pixel.x, pixel.y] }
  return { number, id: labelled(id), type, ...place, ...(item === undefined ? {} : { item }) }
}

function unseenPart(percent: number, look: string): Record<string, unknown> {
  return percent === 0 ? {} : { unseen: { percent, look } }
}

function omittedPart(count: number): Record<string, unknown> {
  return count > 0 ? { marks_left_out: count } : {}
}
