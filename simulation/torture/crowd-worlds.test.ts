import { expect, test } from 'vitest'
import type { Share } from './crowd-worlds/tally.js'
import { crowdWorlds } from './crowd-worlds.js'

test('a small crowd lives in all five worlds, and each of its acts is acknowledged', { timeout: 120_000 }, async () => {
  const flags = ['--agents', '10', '--seconds', '3', '--settle', '1', '--act-every', '2']
  const { figures } = await crowdWorlds(flags)
  const worlds = figures['worlds'] as readonly Share[]
  const seen = worlds.map(({ world, agents, served, unacknowledged, cut }) => [
    world,
    { agents, served, unacknowledged, cut },
  ])
  const due = { agents: 2, served: 2, unacknowledged: 0, cut: 0 }
  expect(seen).toEqual(['OVERWORLD', 'MINE_L1', 'MINE_L2', 'MINE_L3', 'CITY_HUB'].map((world) => [world, due]))
  for (const { acts } of worlds) expect(acts).toBeGreaterThan(0)
})
