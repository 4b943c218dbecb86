import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient, enter, startTestWorld, type TestWorld } from './world.js'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld({ catalog: 'standard', tickRateHz: 25 })
})
afterAll(() => world.close())

const PNG_START = 'iVBORw0KGgo'

test('[PIC12] in the dialect of the skill document a picture is base64, and bad arguments are named', async () => {
  const player = await enter(world.sidecar.url, 'sidecar', { 'x-agent-id': 'painter' })
  expect(await player.call('picture', { kind: 'map' })).toMatchObject({
    image: { mime_type: 'image/png', base64: expect.stringMatching(`^${PNG_START}`) },
    legend: { cells_across: 16, north: 'up (-z); east is right (+x)' },
  })
  await expect(player.call('picture', { kind: 'photo' })).rejects.toThrow('kind')
  await expect(player.call('picture', { kind: 'map', size: 4096 })).rejects.toThrow('size')
})

test.each(['2026-07-28', '2025-11-25', '2024-11-05'] as const)(
  '[PIC12] a client of %s gets a picture as image content with its legend',
  async (revision) => {
    const client = await connectClient(world.sidecar.url, revision, { 'x-agent-id': `painter-${revision}` })
    const view = { kind: 'view', facing: 'east', pitch: -20, size: 128 }
    const { content, structuredContent } = await client.callTool({ name: 'voxelcraft_picture', arguments: view })
    expect(structuredContent).toMatchObject({
      image: { mime_type: 'image/png' },
      legend: { facing: 'east', pitch: -20 },
    })
    expect(content).toEqual([
      { type: 'text', text: expect.stringContaining('"facing":"east"') },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(`^${PNG_START}`) },
    ])
    await client.close()
  },
)

test('[TILE1] the map in tiles: listed once something was seen, completed, read, and nothing else', async () => {
  const client = await connectClient(world.sidecar.url, '2025-11-25', { 'x-agent-id': 'tiler' })
  const tiles = async (): Promise<string[]> =>
    (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('map://'))
  // Nobody joins the world because a client lists what there is.
  expect(await tiles()).toEqual([])
  const { structuredContent } = await client.callTool({ name: 'voxelcraft_look', arguments: {} })
  const { self } = structuredContent as { self: { at: [number, number, number] } }
  const [x, z] = [Math.floor(self.at[0] / 32), Math.floor(self.at[2] / 32)]
  expect(await tiles()).toContain(`map://tile/${x}/${z}`)
  expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
    'map://tile/{x}/{z}',
  )
  const ref = { type: 'ref/resource' as const, uri: 'map://tile/{x}/{z}' }
  const { completion } = await client.complete({
    ref,
    argument: { name: 'z', value: '' },
    context: { arguments: { x: `${x}` } },
  })
  expect(completion.values).toContain(String(z))
  expect((await client.readResource({ uri: `map://tile/${x}/${z}` })).contents).toEqual([
    { uri: `map://tile/${x}/${z}`, mimeType: 'image/png', blob: expect.stringMatching(`^${PNG_START}`) },
  ])
  for (const uri of ['map://tile/900/900', 'map://tile/a/b', 'map://tile/01/0']) {
    await expect(client.readResource({ uri })).rejects.toThrow(uri)
  }
  await client.close()
})

test('[WATCH1] a client that subscribed to its agent hears when something about it changes', async () => {
  const client = await connectClient(world.sidecar.url, '2026-07-28', { 'x-agent-id': 'watcher' })
  const changed = new Promise<string>((resolve) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => resolve(uri))
  })
  await client.listen({ resourceSubscriptions: ['clawstead://agent'] })
  const { structuredContent } = await client.callTool({ name: 'voxelcraft_look', arguments: {} })
  const { self } = structuredContent as { self: { at: [number, number, number] } }
  const target = [self.at[0] + 3, 0, self.at[2] + 1]
  await client.callTool({
    name: 'voxelcraft_act_and_wait',
    arguments: { tasks: [{ type: 'MOVE_TO', target, tolerance: 1 }] },
  })
  expect(await changed).toBe('clawstead://agent')
  await client.close()
})
