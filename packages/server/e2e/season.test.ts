import { WorldsFile } from '@clawstead/protocol'
import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

test('[SEASON7] a mine is rebuilt on time: announced, told, counted, and newcomers get the new seed', async () => {
  const worlds = WorldsFile.parse({
    default_world_id: 'PIT',
    worlds: [{ id: 'PIT', type: 'MINE_L1', boundary_r: 100, reset_every_ticks: 20, reset_notice_ticks: 5 }],
  })
  server = await startTestServer({ worlds })
  const { client, welcome, obs } = await server.join()
  server.tick(20 - (obs.tick as number))
  await client.sync()
  const told = client
    .take('OBS')
    .flatMap(({ events }) => events as { type: string }[])
    .filter(({ type }) => type !== 'FUN')
  expect(told).toEqual([
    { t: 15, type: 'WORLD_RESET_NOTICE', world_id: 'PIT', reset_tick: 20, in_ticks: 5 },
    { t: 20, type: 'SEASON_ROLLOVER', season: 2, archive_tick: 19, seed: 1338 },
    { t: 20, type: 'WORLD_RESET_DONE', world_id: 'PIT', reset_tick: 20 },
  ])
  const newcomer = await server.join()
  expect([welcome.world_params, newcomer.welcome.world_params]).toMatchObject([{ seed: 1337 }, { seed: 1338 }])
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('voxelcraft_world_reset_total{world="PIT"} 1\n')
})
