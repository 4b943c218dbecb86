/**
 * Draws generated ground without a browser:
 *   npx tsx --conditions=@clawstead/source scripts/render-terrain.ts map|iso|walk|cut|layer --out FILE
 *       [--generator overworld-1] [--seed 1337] [--x 0] [--y 64] [--z 0] [--size 256]
 *       [--width 960] [--height 600] [--toward x,y,z] [--ceiling 127]
 * A negative number needs an equals sign: --x=-40.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BlockDefinition } from '@clawstead/protocol'
import { testWorld } from '@clawstead/world/testing'
import { encodePng } from '../packages/sidecar/src/pictures/png.js'
import type { Picture } from './render/picture.js'
import { cameraView, cutView, isometricView, layerView, mapView } from './render/views.js'
import { type Look, Volume } from './render/volume.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    generator: { type: 'string', default: 'overworld-1' },
    seed: { type: 'string', default: '1337' },
    x: { type: 'string', default: '0' },
    y: { type: 'string', default: '64' },
    z: { type: 'string', default: '0' },
    size: { type: 'string', default: '256' },
    width: { type: 'string', default: '960' },
    height: { type: 'string', default: '600' },
    ceiling: { type: 'string', default: '127' },
    toward: { type: 'string', default: '40,66,40' },
  },
})

const view = positionals[0] ?? 'map'
const numbers = (text: string): number[] => text.split(',').map(Number)
const [x, y, z, size] = [values.x, values.y, values.z, values.size].map(Number) as [number, number, number, number]
const [width, height] = [Number(values.width), Number(values.height)]

const world = testWorld({ generator: values.generator, seed: Number(values.seed) })
const { generator } = world.terrain
const { height: worldHeight } = world.profile
const half = size >> 1
const bounds = { x0: x - half, z0: z - half, x1: x + half, z1: z + half }
const volume = new Volume(generator, worldHeight, bounds, world.content.blocks.map(lookOf))

writeFileSync(values.out ?? `${view}.png`, await encodePng(draw()))

function draw(): Picture {
  if (view === 'map') return mapView(volume)
  if (view === 'iso')
    return isometricView(volume, { width, height, blocksAcross: size * 1.3, ceiling: Number(values.ceiling) })
  if (view === 'walk') {
    const [tx, ty, tz] = numbers(values.toward) as [number, number, number]
    return cameraView(volume, { eye: [x + 0.5, y, z + 0.5], toward: [tx, ty, tz], width, height, sight: half })
  }
  if (view === 'cut') return cutView(volume, z, Math.max(1, Math.floor(width / size)))
  if (view === 'layer') return layerView(volume, y, Math.max(1, Math.floor(width / size)))
  throw new Error(`no view ${view}; there are map, iso, walk, cut, layer`)
}

function lookOf({ id, color, shape, light }: BlockDefinition): Look {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number]
  const thin = shape === 'plant' || shape === 'fence' || shape === 'torch' || shape === 'ladder' || shape === 'sign'
  const form = id === 'AIR' ? 'none' : id === 'WATER' ? 'fluid' : thin ? 'plant' : 'cube'
  return { name: id, color: parts, shape: form, light }
}
