import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const get = (path: string): Promise<Response> => fetch(`${server.url}/v1/map/${path}`)

test('[MAP1] the legend and a tile', async () => {
  server = await startTestServer()
  const legend = (await (await get('world_1')).json()) as { blocks: object[] }
  expect(legend).toMatchObject({ world_id: 'world_1', tile_blocks: 128, height: 1, boundary: 4000 })
  expect(legend.blocks[0]).toEqual({ id: 'AIR', color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
  const tile = await get('world_1/0/-1')
  const bytes = await tile.arrayBuffer()
  expect([tile.status, tile.headers.get('content-type'), bytes.byteLength]).toEqual([
    200,
    'application/octet-stream',
    8 + 64 * 1025,
  ])
  const head = new DataView(bytes)
  const again = await get(`world_1/0/-1?since=${head.getUint32(0, true)}.${head.getUint32(4, true)}`)
  expect((await again.arrayBuffer()).byteLength).toBe(8)
})

test('[MAP4] what is not there or not understood is said', async () => {
  server = await startTestServer()
  const no = 'world world_1 has no such tile: x and z are whole numbers within its boundary\n'
  const answers = [
    ['nowhere', 404, 'no world is called that\n'],
    ['nowhere/0/0', 404, 'no world is called that\n'],
    ['world_1/32/0', 404, no],
    ['world_1/0/-33', 404, no],
    ['world_1/1.5/0', 404, no],
    ['world_1/-0/0', 404, no],
    ['world_1/0/0?since=7', 400, 'since must be EPOCH.VERSION, as an earlier answer began with\n'],
  ] as const
  for (const [path, status, text] of answers) {
    const answer = await get(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, status, text])
  }
})
