import { agentId, type GameEvent, type Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { restore, save } from '../history/snapshot.js'
import type { Input } from '../inputs.js'
import { manhattan } from '../order.js'
import { EXPANDED_PER_TICK_MAX, pathingOf, TILES_PER_TICK_MAX } from '../path/pathing.js'
import type { Agent } from '../state.js'
import { type Scenario, scenario, testWorld } from '../testing/index.js'
import { tick } from '../tick.js'
import { agentsInIdOrder, findAgent, type World } from '../world.js'

/** A wall two cells high from one cell to the next along x or z. */
function wall(s: Scenario, from: Vec3, to: Vec3): void {
  for (let x = Math.min(from[0], to[0]); x <= Math.max(from[0], to[0]); x++) {
    for (let z = Math.min(from[2], to[2]); z <= Math.max(from[2], to[2]); z++) {
      for (const up of [0, 1]) s.setBlock([x, from[1] + up, z], 'STONE')
    }
  }
}

test('[WAY4] a long way out of a deep dead end is found through the regions', () => {
  const s = scenario(`A`)
  const [, y] = s.at('A')
  // A hall open only far behind the walker: 120 long, 21 wide, with the goal beyond its closed end.
  wall(s, [60, y, -10], [60, y, 10])
  wall(s, [-60, y, -10], [60, y, -10])
  wall(s, [-60, y, 10], [60, y, 10])
  s.task('A', { type: 'MOVE_TO', target: [90, y, 0] })
  s.agent('A').staminaMilli = 1_000_000
  s.runUntil('A', 'TASK_DONE', 400)
  expect(s.agent('A').pos).toEqual([90, y, 0])
})

test('[WAY5] a goal shut in far away is proved to be so at once', () => {
  const s = scenario(`A`)
  const [, y] = s.at('A')
  wall(s, [198, y, -2], [202, y, -2])
  wall(s, [198, y, 2], [202, y, 2])
  wall(s, [198, y, -2], [198, y, 2])
  wall(s, [202, y, -2], [202, y, 2])
  // Too near the wall for a straight walk to be worth a try.
  wall(s, [1, y, -1], [1, y, 1])
  s.task('A', { type: 'MOVE_TO', target: [200, y, 0] })
  expect(s.runUntil('A', 'TASK_FAIL', 1)).toMatchObject({ code: 'E_BLOCKED', reason: 'no way leads there' })
})

test('[WAY9] a plan through more columns than a tick has is made over several, cold or warm, saved or not', () => {
  const world = testWorld({ generator: 'plain-1' })
  const stone = world.content.block('STONE')
  const y = world.profile.seaLevel
  // A long wall between the walker and the goal: nothing but a route around its far end leads there.
  for (let x = -100; x <= 100; x++) for (const up of [0, 1, 2]) world.terrain.setBlock(x, y + up, 20, stone)
  const id = agentId(1)
  tick(world, [{ kind: 'join', agentId: id, name: 'ada' }])
  const walker = findAgent(world, id) as Agent
  walker.staminaMilli = 1_000_000
  const surveyed: number[] = []
  const digests: string[] = []
  const coldDigests: string[] = []
  for (let i = 0; i < 400 && (i === 0 || walker.movement !== null); i++) {
    const acts = i === 0 ? [act(world, id, { type: 'MOVE_TO', id: 'K1', target: [0, y, 60] })] : []
    // This one knows no column and no region at the beginning of a tick.
    const cold = i < 12 ? restore(world.config, save(world)) : undefined
    const { digest } = tick(world, acts)
    if (cold !== undefined) {
      digests.push(digest)
      coldDigests.push(tick(cold, acts).digest)
    }
    surveyed.push(walker.movement?.surveyedTiles ?? 0)
    expect(pathingOf(world).tiles).toBeGreaterThanOrEqual(0)
  }
  expect(coldDigests).toEqual(digests)
  expect(surveyed[0]).toBe(TILES_PER_TICK_MAX)
  expect(surveyed[1]).toBeGreaterThan(TILES_PER_TICK_MAX)
  expect(walker.pos).toEqual([0, y, 60])
})

test('[WAY6] all searches of a tick share one budget; who has to wait is not failed for it', () => {
  const world = testWorld({ generator: 'plain-1' })
  const stone = world.content.block('STONE')
  const y = world.profile.seaLevel
  // A maze of long walls makes every search cost much.
  for (let row = 0; row < 20; row++) {
    for (let x = -40; x <= 40; x++) {
      if (x === (row % 2 === 0 ? 40 : -40)) continue
      for (const up of [0, 1]) world.terrain.setBlock(x, y + up, 3 + row * 2, stone)
    }
  }
  const ids = Array.from({ length: 24 }, (_, n) => agentId(n + 1))
  tick(
    world,
    ids.map((id): Input => ({ kind: 'join', agentId: id, name: id })),
  )
  const target: Vec3 = [0, y, 20]
  const order = { type: 'MOVE_TO', id: 'K1', target }
  const events: GameEvent[] = []
  const waiting: number[] = []
  for (let i = 0; i < 30; i++) {
    const acts = i === 0 ? ids.map((id): Input => act(world, id, order)) : []
    for (const { event } of tick(world, acts).events) events.push(event)
    expect(pathingOf(world).budget).toBeGreaterThan(-EXPANDED_PER_TICK_MAX)
    waiting.push(
      agentsInIdOrder(world).filter(({ movement }) => movement !== null && movement.path.length === 0).length,
    )
  }
  expect(waiting[0]).toBeGreaterThan(0)
  expect(waiting.at(-1)).toBe(0)
  expect(events.filter(({ type }) => type === 'TASK_FAIL')).toEqual([])
})

test('[WAY7] a crowd walks over generated hills: everybody arrives or is told why, and twice the same', () => {
  const run = (): { digest: string; ends: string[] } => {
    const world = testWorld({ seed: 11 })
    const ids = Array.from({ length: 12 }, (_, n) => agentId(n + 1))
    tick(
      world,
      ids.map((id): Input => ({ kind: 'join', agentId: id, name: id })),
    )
    const ends: string[] = []
    let digest = ''
    for (let i = 0; i < 400 && ends.length < ids.length; i++) {
      const acts =
        i > 0
          ? []
          : agentsInIdOrder(world).map((agent, n): Input => {
              const [x, , z] = agent.pos
              return act(world, agent.id, {
                type: 'MOVE_TO',
                id: 'K1',
                target: [x + 70 - n * 12, 0, z + n * 10 - 50],
                tolerance: 2,
              })
            })
      for (const agent of world.state.agents.values()) agent.staminaMilli = 1000
      const result = tick(world, acts)
      digest = result.digest
      for (const { agentId: id, event } of result.events) {
        if (event.type === 'TASK_DONE') ends.push(`${id} there`)
        if (event.type === 'TASK_FAIL') ends.push(`${id} ${JSON.stringify(event)}`)
      }
    }
    for (const agent of agentsInIdOrder(world)) expect(agent.movement).toBe(null)
    return { digest, ends }
  }
  const first = run()
  expect(first.ends.filter((end) => end.endsWith('there')).length).toBeGreaterThanOrEqual(9)
  expect(run()).toEqual(first)
})

function act(world: World, id: ReturnType<typeof agentId>, task: object): Input {
  const message = {
    type: 'ACT',
    protocol_version: '1.1',
    tick: world.state.tick,
    instants: [],
    tasks: [task],
    cancel: [],
  }
  return { kind: 'act', agentId: id, act: message as unknown as Extract<Input, { kind: 'act' }>['act'] }
}

test('[WAY8] each plan that only leads part of the way ends nearer the goal than the one before', () => {
  const s = scenario(`A`)
  const [, y] = s.at('A')
  wall(s, [1, y, -1], [1, y, 1])
  const target: Vec3 = [2500, y, 900]
  s.task('A', { type: 'MOVE_TO', target })
  s.tick()
  let best = s.agent('A').movement?.bestDistance ?? 0
  for (let i = 0; i < 300; i++) {
    s.agent('A').staminaMilli = 1000
    s.tick()
    const { movement } = s.agent('A')
    if (movement === null) throw new Error('the walk ended')
    expect(movement.bestDistance).toBeLessThanOrEqual(best)
    best = movement.bestDistance
  }
  expect(manhattan(s.agent('A').pos, target)).toBeLessThan(3400 - 250)
})
