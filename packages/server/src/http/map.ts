import type { BlockDefinition } from '@clawstead/protocol'
import { type Context, Hono } from 'hono'
import { TILE_COLUMNS } from '../host/engine/surface-map.js'
import type { Host, HostedWorld } from '../host/host.js'
import type { MapMark, MapPart } from '../host/world-runner.js'

const TILE_BLOCKS = TILE_COLUMNS * 16
/** Before the columns of an answer: epoch and version, four bytes each, lowest first. */
const HEAD_BYTES = 8
const RETRY_SECONDS = 5
const COORDINATE = /^(0|-?[1-9]\d{0,5})$/
const MARK = /^(\d{1,10})\.(\d{1,10})$/

/** What the map is drawn with: the blocks a world is made of, by number. */
export type MapBlocks = readonly Pick<BlockDefinition, 'id' | 'color'>[]

/**
 * Worlds seen from above, for whoever draws them: `/<world>` says what there is, `/<world>/<x>/<z>` gives a tile of the
 * ground plan, with `since` only those columns that changed. Looking never costs a tick: an overloaded world says so.
 */
export function createMap(host: Host, blocks: MapBlocks): Hono {
  const app = new Hono()
  const legend = blocks.map(({ id, color }) => ({ id, color }))
  app.get('/:world', (context) => {
    const world = host.find(context.req.param('world'))
    if (world === undefined) return unknown(context)
    const { boundary_r: boundary } = world.definition
    return context.json(
      { world_id: world.id, tile_blocks: TILE_BLOCKS, height: world.params.height, boundary, blocks: legend },
      200,
      { 'cache-control': 'no-cache' },
    )
  })
  app.get('/:world/:x/:z', async (context) => {
    const world = host.find(context.req.param('world'))
    if (world === undefined) return unknown(context)
    const [x, z] = [coordinate(context.req.param('x')), coordinate(context.req.param('z'))]
    if (x === undefined || z === undefined || !hasTile(world, x, z))
      return context.text(`world ${world.id} has no such tile: x and z are whole numbers within its boundary\n`, 404)
    const since = context.req.query('since')
    const mark = since === undefined ? undefined : markOf(since)
    if (since !== undefined && mark === undefined)
      return context.text('since must be EPOCH.VERSION, as an earlier answer began with\n', 400)
    const part = world.pacing.obsEvery > 1 ? undefined : await world.runner.map({ x, z, since: mark })
    if (part === undefined) {
      return context.text(`world ${world.id} has no time to be looked at now\n`, 503, {
        'retry-after': String(RETRY_SECONDS),
      })
    }
    return context.body(bodyOf(part), 200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
  })
  return app
}

function unknown(context: Context): Response {
  return context.text('no world is called that\n', 404)
}

function coordinate(text: string): number | undefined {
  return COORDINATE.test(text) ? Number(text) : undefined
}

function hasTile({ definition: { boundary_r: boundary } }: HostedWorld, x: number, z: number): boolean {
  const low = Math.floor(-boundary / TILE_BLOCKS)
  const high = Math.floor(boundary / TILE_BLOCKS)
  return x >= low && x <= high && z >= low && z <= high
}

function markOf(text: string): MapMark | undefined {
  const match = MARK.exec(text)
  return match === null ? undefined : { epoch: Number(match[1]), version: Number(match[2]) }
}

function bodyOf({ mark, bytes }: MapPart): ArrayBuffer {
  const body = new ArrayBuffer(HEAD_BYTES + bytes.length)
  const head = new DataView(body)
  head.setUint32(0, mark.epoch, true)
  head.setUint32(4, mark.version, true)
  new Uint8Array(body).set(bytes, HEAD_BYTES)
  return body
}
