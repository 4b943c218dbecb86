import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { sceneFrom } from '../testing/scene.js'
import { type Canvas, colorText, createCanvas, pixelAt, setPixel } from './canvas.js'
import { drawPicture } from './picture.js'
import { encodePng } from './png.js'

/** A meadow with a pond in the north-west, a tree in the south and a flower in the east. */
function meadow([x, y, z]: Vec3): string {
  if (x <= 5 && z <= 5 && y === 63) return 'WATER'
  if (x <= 5 && z <= 5 && y === 62) return 'DIRT'
  if (x === 10 && z === 14 && y >= 64 && y <= 66) return 'LOG'
  if (Math.abs(x - 10) <= 1 && Math.abs(z - 14) <= 1 && y >= 67 && y <= 68) return 'LEAVES'
  if (x === 13 && z === 10 && y === 64) return 'FLOWER'
  if (y > 63) return 'AIR'
  return y === 63 ? 'GRASS' : 'STONE'
}

const noon = { world: { weather: 'CLEAR', biome: 'PLAINS', time_of_day: 0.5 } }
const FEET: Vec3 = [10, 64, 10]
const others = {
  entities: [
    { id: 'A1', type: 'AGENT', pos: FEET },
    { id: 'A2', type: 'AGENT', pos: [8, 64, 7] },
    { id: 'E7', type: 'ITEM', pos: [11, 64, 8], item: 'LOG', count: 2 },
    { id: 'A3', type: 'AGENT', pos: [200, 64, 200] },
  ],
}

const digestOf = ({ rgb }: Canvas): string => createHash('sha256').update(rgb).digest('hex').slice(0, 16)
/** The colour in the middle of a cell of a map of 16 cells at 256 pixels around the feet. */
const colorOfCell = (canvas: Canvas, x: number, z: number): string =>
  colorText(pixelAt(canvas, { x: (x - FEET[0] + 8) * 16 + 8, y: (z - FEET[2] + 8) * 16 + 8 }))

test('[PIC1] a map shows the ground from above, north up, with a legend', async () => {
  const scene = sceneFrom(meadow, { feet: FEET, obs: { ...noon, ...others } })
  const { canvas, legend } = await drawPicture(scene, { kind: 'map', size: 256 })
  expect(legend).toEqual({
    tick: 7,
    me: { at: FEET, mark: 'red arrow', looking: 'south' },
    north: 'up (-z); east is right (+x)',
    x: [2, 17],
    z: [2, 17],
    cells_across: 16,
    pixels_per_cell: 16,
    grid_every: 4,
    shading: 'higher ground is lighter, water darker where it is deep',
    colors: [
      { block: 'GRASS', color: '#5f9e3d', percent: 81 },
      { block: 'LEAVES', color: '#3f7a2e', percent: 4 },
      { block: 'WATER', color: '#3a6fd8', percent: 4 },
      { block: 'FLOWER', color: '#e0607e', percent: 0 },
    ],
    marks: [
      { number: 1, id: 'E7', type: 'ITEM', at: [11, 64, 8], item: 'LOG' },
      { number: 2, id: 'A2', type: 'AGENT', at: [8, 64, 7] },
    ],
    unseen: { percent: 12, look: 'dark stripes' },
  })
  expect([colorOfCell(canvas, 13, 10), colorOfCell(canvas, 10, 10)]).toEqual(['#e0607e', '#ff2020'])
  const [red, , blue] = pixelAt(canvas, { x: (4 - 2) * 16 + 8, y: (4 - 2) * 16 + 8 })
  expect(blue).toBeGreaterThan(red * 1.5)
})

test('[PIC2] a view shows what is ahead through the eyes, with what is in the middle', async () => {
  const scene = sceneFrom(meadow, { feet: FEET, obs: { ...noon, ...others } })
  const south = await drawPicture(scene, { kind: 'view', size: 128, facing: 'south' })
  expect(south.legend).toMatchObject({
    facing: 'south',
    yaw: 0,
    pitch: 0,
    light: 'day',
    middle: { block: 'LOG', at: [10, 65, 14], distance: 3.5 },
    marks: [],
  })
  const north = await drawPicture(scene, { kind: 'view', size: 128, facing: 'north', pitch: -20 })
  expect(north.legend).toMatchObject({
    facing: 'north',
    middle: { block: 'GRASS' },
    marks: [
      { number: 1, id: 'E7', type: 'ITEM', at: [11, 64, 8] },
      { number: 2, id: 'A2', type: 'AGENT', at: [8, 64, 7] },
    ],
  })
  const down = await drawPicture(scene, { kind: 'view', size: 128, pitch: -90 })
  expect(down.legend).toMatchObject({ middle: { block: 'GRASS', at: [10, 63, 10], distance: 1.6 } })
})

test('[PIC3] the same moment gives the same pixels and the same file', async () => {
  const draw = async (kind: 'map' | 'view') => {
    const scene = sceneFrom(meadow, { feet: FEET, visited: [[20, 64, 12]], obs: { ...noon, ...others } })
    const { canvas } = await drawPicture(scene, { kind, size: 128, facing: 'east', pitch: -20 })
    return { digest: digestOf(canvas), file: Buffer.from(await encodePng(canvas)).toString('base64') }
  }
  const [map, view] = [await draw('map'), await draw('view')]
  expect([await draw('map'), await draw('view')]).toEqual([map, view])
  expect({ map: map.digest, view: view.digest }).toMatchInlineSnapshot(`
    {
      "map": "aa01b1cf73cc99e7",
      "view": "6f68a23c7e41b1cb",
    }
  `)
})

test('[PIC4] what was not seen is told: stripes on the map, fog in the view', async () => {
  const scene = sceneFrom(meadow, { feet: FEET, obs: noon })
  const map = await drawPicture(scene, { kind: 'map', size: 64, across: 32 })
  expect(map.legend).toMatchObject({ cells_across: 32, unseen: { percent: 78, look: 'dark stripes' } })
  const up = await drawPicture(scene, { kind: 'view', size: 64, pitch: 90 })
  expect(up.legend).toMatchObject({
    middle: 'nothing but sky or fog',
    unseen: { percent: 93, look: 'fog: sky or what I have not seen yet' },
  })
})

test('[PIC5] a map grows with what was seen', async () => {
  const scene = sceneFrom(meadow, { feet: FEET, visited: [[40, 64, 12]], obs: noon })
  const { legend } = await drawPicture(scene, { kind: 'map', size: 64 })
  expect(legend).toMatchObject({ cells_across: 128, x: [-54, 73], z: [-54, 73] })
})

test('[PIC6] under a roof the map is cut above the head, so that rooms and walls show', async () => {
  const cave = ([x, y, z]: Vec3): string => {
    const isRoom = Math.abs(x - 10) <= 3 && Math.abs(z - 10) <= 2 && y >= 20 && y <= 22
    return isRoom ? 'AIR' : 'STONE'
  }
  const scene = sceneFrom(cave, { feet: [10, 20, 10], obs: noon })
  const { canvas, legend } = await drawPicture(scene, { kind: 'map', size: 256 })
  expect(legend).toMatchObject({ cut_above_y: 21, walls: 'blocks at that height, dark' })
  const [floor] = pixelAt(canvas, { x: (12 - 2) * 16 + 8, y: (11 - 2) * 16 + 8 })
  const [wall] = pixelAt(canvas, { x: (15 - 2) * 16 + 8, y: (11 - 2) * 16 + 8 })
  expect(floor).toBeGreaterThan(wall * 1.5)
})

test('[PIC7] in a world of one layer the ground is below it', async () => {
  const flat = ([x, y, z]: Vec3): string => (y === 0 && x === 3 && z === 0 ? 'STONE' : 'AIR')
  const scene = sceneFrom(flat, { feet: [0, 0, 0], worldHeight: 1, obs: noon })
  const map = await drawPicture(scene, { kind: 'map', size: 64 })
  expect(map.legend).toMatchObject({ colors: [{ block: 'GROUND' }, { block: 'STONE' }] })
  const view = await drawPicture(scene, { kind: 'view', size: 64, facing: 'east', pitch: -25 })
  expect(view.legend).toMatchObject({ middle: { block: 'STONE', at: [3, 0, 0] } })
})

test('[PIC8] the hour colours the sky and the light', async () => {
  const at = async (time_of_day: number): Promise<{ name: unknown; ground: number }> => {
    const scene = sceneFrom(meadow, { feet: FEET, obs: { world: { ...noon.world, time_of_day } } })
    const { canvas, legend } = await drawPicture(scene, { kind: 'view', size: 64, facing: 'east', pitch: -60 })
    return { name: legend.light, ground: pixelAt(canvas, { x: 20, y: 60 })[1] }
  }
  const hours = await Promise.all([0, 0.25, 0.5, 0.75].map(at))
  expect(hours.map(({ name }) => name)).toEqual(['night', 'dawn', 'day', 'dusk'])
  expect(hours[2]?.ground).toBeGreaterThan(hours[0]?.ground ?? 255)
})

test('[PIC9] a block of another catalog has a colour of its own', async () => {
  const odd = (at: Vec3): string => (at[1] === 63 ? 'ODD_THING' : meadow(at))
  const scene = sceneFrom(odd, { feet: FEET, obs: noon })
  const { legend } = await drawPicture(scene, { kind: 'map', size: 64 })
  expect(legend.colors).toContainEqual({ block: 'ODD_THING', color: '#876ae1', percent: 84 })
})

test('[PIC10] nearest first, at most 16 marks; the rest is counted', async () => {
  const entities = Array.from({ length: 20 }, (_, index) => ({ id: `E${index}`, type: 'ITEM', pos: [10, 64, 10] }))
  const scene = sceneFrom(meadow, { feet: FEET, obs: { ...noon, entities: [others.entities[0], ...entities] } })
  const { legend } = await drawPicture(scene, { kind: 'map', size: 64 })
  expect(legend).toMatchObject({ marks: { length: 16 }, marks_left_out: 4 })
})

test('[PIC11] a picture that nobody wants any more is not finished', async () => {
  const scene = sceneFrom(meadow, { feet: FEET, obs: noon })
  const abort = new AbortController()
  const drawn = drawPicture(scene, { kind: 'view', size: 512 }, abort.signal)
  abort.abort(new Error('gone'))
  await expect(drawn).rejects.toThrow('gone')
})

test('[PNG1] a file holds the pixels row by row', async () => {
  const canvas = createCanvas(3, 2)
  setPixel(canvas, { x: 1, y: 0 }, [10, 20, 30])
  setPixel(canvas, { x: 2, y: 1 }, [300, -5, 7.6])
  // Outside: not painted, and no harm done.
  setPixel(canvas, { x: 3, y: 0 }, [1, 2, 3])
  const file = Buffer.from(await encodePng(canvas))
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([3, 2])
  const length = file.readUInt32BE(33)
  const rows = inflateSync(file.subarray(41, 41 + length))
  expect(rows.length).toBe(2 * (1 + 3 * 3))
  expect(Array.from(canvas.rgb)).toEqual([0, 0, 0, 10, 20, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 8])
})
