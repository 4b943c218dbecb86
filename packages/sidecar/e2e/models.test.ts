import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSidecar } from '../src/testing/sidecar.js'
import { enter, type Player, startTestWorld, type TestWorld } from './world.js'

/** The tools for models in a 3D world, where something is in the way, missing or far. */

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld({ catalog: 'standard', tickRateHz: 25 })
})
afterAll(() => world.close())

const player = (name: string): Promise<Player> => enter(world.sidecar.url, '2026-07-28', { 'x-agent-id': name })

type Cell = [number, number, number]
type Look = {
  readonly self: { readonly at: Cell }
  readonly blocks: { readonly block: string; readonly nearest: Cell[] }[]
  readonly left_out: Record<string, number>
}
async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string; next: string }> {
  const message = await call.then(
    () => {
      throw new Error('it went well')
    },
    (error: Error) => error.message,
  )
  return (JSON.parse(message) as { error: { code: string; message: string; next: string } }).error
}

test('[LOOK3] a look never costs more than its budget, and counts what it leaves out', async () => {
  const { client, call, leave } = await player('looker')
  if (client === undefined) throw new Error('a client')
  for (let index = 0; index < 5; index++) {
    await call('act', { instants: [{ type: 'SAY', text: `<b>${'x'.repeat(400)}</b> "${index}"` }] })
  }
  await call('act_and_wait', { instants: [{ type: 'SAY', text: 'last' }] })
  await call('act', { instants: [{ type: 'SAY', text: '<>&'.repeat(150) }] })
  await call('get_obs', { wait_new_tick: true })
  const leftOut = new Map<number, Record<string, number>>()
  for (const budget of [200, 300, 600, 1500, 8000]) {
    const { content } = await client.callTool({ name: 'voxelcraft_look', arguments: { budget_tokens: budget } })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    expect(text.length / 4).toBeLessThanOrEqual(budget)
    leftOut.set(budget, (JSON.parse(text) as Look).left_out)
  }
  expect(leftOut.get(200)?.blocks).toBeGreaterThan(0)
  expect(leftOut.get(8000)).toEqual({})
  await leave()
})

test('[LOOK4] interests come first', async () => {
  const { call, leave } = await player('seeker')
  const { blocks } = (await call('look', { interests: ['dirt'], budget_tokens: 200 })) as unknown as Look
  expect(blocks[0]).toMatchObject({ block: 'DIRT', nearest: [expect.any(Array), expect.any(Array), expect.any(Array)] })
  await leave()
})

test('[FIND1] what was seen is found again after walking away, and names are corrected', async () => {
  const { call, leave } = await player('finder')
  const { self, blocks } = (await call('look', { budget_tokens: 3000 })) as unknown as Look
  const [x, y, z] = self.at
  const [landmark] = blocks
  if (landmark === undefined) throw new Error('a block in sight')
  const before = (await call('find', { what: landmark.block, limit: 50 })) as { blocks: { count: number }[] }
  await call('act_and_wait', { tasks: [{ type: 'MOVE_TO', target: [x, 0, z - 6], tolerance: 2 }] })
  const after = (await call('find', { what: landmark.block, limit: 50 })) as { blocks: { count: number }[] }
  expect(after.blocks[0]?.count).toBeGreaterThanOrEqual(before.blocks[0]?.count ?? 0)
  expect(await call('find', { what: 'furnce' })).toMatchObject({ next: 'Nothing has that name. Did you mean FURNACE?' })
  expect(await call('find', { what: 'zzzzzz' })).toMatchObject({ next: expect.stringContaining('Walk on and look') })
  expect(await call('plan', { go_to: [x, y, z] })).toMatchObject({ way: { judged_by: 'cells seen so far' } })
  expect(await call('plan', { go_to: [x + 300, y, z] })).toMatchObject({ way: { reachable: 'unknown' } })
  await leave()
})

test('[PLAN7] a plan names stations, tools and raw materials; bad questions are answered', async () => {
  const { call, leave } = await player('planner')
  expect(await call('plan', { make: 'iron_pickaxe' })).toMatchObject({
    steps: [
      { type: 'CRAFT', recipe_id: 'crafting_bench' },
      { type: 'PLACE', item_id: 'CRAFTING_BENCH' },
      { type: 'CRAFT', recipe_id: 'furnace', near: 'CRAFTING_BENCH' },
      { type: 'PLACE', item_id: 'FURNACE' },
      { type: 'SMELT', item_id: 'IRON_ORE', count: 3, near: 'FURNACE' },
      { type: 'CRAFT', recipe_id: 'stick_from_plank' },
      { type: 'CRAFT', recipe_id: 'iron_pickaxe' },
    ],
    missing: [{ item: 'IRON_ORE', count: 3, mine: ['IRON_ORE'], needs_tool: 'STONE_PICKAXE' }],
  })
  expect(await call('plan', { make: 'PLANK', count: 5 })).toEqual({
    steps: [],
    missing: [],
    next: 'You carry enough PLANK already.',
  })
  expect(await refusal(call('plan', { make: 'PLNK' }))).toEqual({
    code: 'bad_input',
    message: 'unknown item "PLNK" (nearest: "PLANK")',
    next: 'voxelcraft_find the right name.',
  })
  for (const args of [{}, { make: 'PLANK', go_to: [0, 0, 0] }]) {
    expect(await refusal(call('plan', args))).toMatchObject({ message: 'give either make or go_to' })
  }
  expect(await refusal(call('plan', { go_to: [1, 2] }))).toMatchObject({ code: 'bad_input' })
  await leave()
})

test('[BUILD12] a plan is checked before anything is spent', async () => {
  const { call, leave } = await player('builder')
  const { self } = (await call('look')) as unknown as Look
  const [x, y, z] = self.at
  const below = { blueprint: 'hut_small', anchor: [x + 1, y - 1, z] }
  expect(await call('build', below)).toMatchObject({ site: { conflict_count: expect.any(Number) } })
  expect(await refusal(call('build', { ...below, go: true }))).toMatchObject({
    code: 'failed',
    message: expect.stringContaining('cells are occupied'),
    next: expect.stringContaining('another anchor'),
  })
  expect(await refusal(call('build', { blueprint: 'hut_small', anchor: self.at, go: true }))).toMatchObject({
    message: expect.stringMatching(/cells are occupied.*body of A\d+|cells are occupied/),
  })
  expect(await refusal(call('build', { blueprint: 'hut', go: true }))).toMatchObject({
    message: 'unknown blueprint "hut"',
  })
  expect(await refusal(call('build', { blueprint: 'hut_small', go: true }))).toMatchObject({
    message: 'anchor: needed to build',
  })
  const high = { blueprint: 'watchtower', anchor: [x, y + 20, z] }
  expect(await call('build', high)).toMatchObject({
    materials: expect.arrayContaining([{ item: 'STONE', need: 71, have: 20, missing: 51 }]),
    next: expect.stringContaining('voxelcraft_plan make'),
  })
  expect(await refusal(call('build', { ...high, go: true }))).toMatchObject({
    message: expect.stringContaining('materials are missing: 51 STONE'),
  })
  await leave()
})

test('[WAIT3] a wait that ends early says what still runs, and goes on when asked', async () => {
  const { call, leave } = await player('waiter')
  const { self } = (await call('look')) as unknown as Look
  const [x, , z] = self.at
  const walk = { type: 'MOVE_TO', target: [x + 20, 0, z], tolerance: 4 }
  const early = await call('act_and_wait', { tasks: [walk], wait_ms: 1 })
  expect(early).toMatchObject({
    ended: 'timeout',
    actions: [{ type: 'MOVE_TO', state: 'running' }],
    next: expect.stringMatching(/^Time is up, still running: "T\d+"\. Call again without actions/),
  })
  expect(await call('act_and_wait')).toMatchObject({ ended: 'done', actions: [{ type: 'MOVE_TO', state: 'done' }] })
  expect(await refusal(call('act_and_wait', { tasks: [{ type: 'GATHER' }] }))).toMatchObject({
    message: 'GATHER: no item lies around here',
  })
  expect(await refusal(call('act_and_wait', { tasks: [{ type: 'MOVE_TO', target: 'there' }] }))).toMatchObject({
    message: expect.stringContaining('parse tasks:'),
  })
  expect(await call('act_and_wait', { cancel: ['T999999'] })).toMatchObject({
    ended: 'failed',
    actions: [{ ref: 'T999999', type: 'CANCEL', state: 'refused', code: 'E_INVALID_TARGET' }],
  })
  await leave()
})

test('[MEMO1] a note that does not fit is refused with the reason', async () => {
  const { call, leave } = await player('writer')
  expect(await refusal(call('remember', { key: 'big', value: 'x'.repeat(70_000) }))).toMatchObject({
    code: 'failed',
    message: 'E_NO_RESOURCE: memory budget exceeded',
  })
  expect(await refusal(call('remember', { key: ' ', value: '' }))).toMatchObject({ code: 'bad_input' })
  expect(await call('recall')).toEqual({ notes: [] })
  await leave()
})

test('[LOST1] without a world every tool says so, and what to do', async () => {
  const sidecar = await startTestSidecar()
  const lost = await enter(sidecar.url, '2026-07-28', { 'x-agent-id': 'lost' })
  const calls: [string, Record<string, unknown>][] = [
    ['look', {}],
    ['act_and_wait', {}],
    ['find', { what: 'log' }],
    ['plan', { make: 'PLANK' }],
    ['build', {}],
    ['remember', { key: 'a', value: 'b' }],
    ['recall', {}],
  ]
  const refusals = await Promise.all(calls.map(([tool, args]) => refusal(lost.call(tool, args))))
  for (const { code, message, next } of refusals) {
    expect([code, message, next]).toEqual([
      'failed',
      expect.stringMatching(/^not connected to ws:\/\/127\.0\.0\.1:1\/v1\/ws/),
      expect.stringContaining('try again'),
    ])
  }
  await lost.leave()
  await sidecar.close()
})
