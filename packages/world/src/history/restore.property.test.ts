import { type Act, agentId, decodeClientFrame } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Input } from '../inputs.js'
import { lanesToHex } from '../math/hash.js'
import { encodeObs } from '../observe/encode-obs.js'
import { createView } from '../observe/view.js'
import { testConfig } from '../testing/index.js'
import { type TickResult, tick } from '../tick.js'
import { agentsInIdOrder, createWorld, type World, type WorldConfig } from '../world.js'
import { copyState } from './copy-state.js'
import { fork, restore, save } from './snapshot.js'

const CROWD = 3

/** One thing one of them asks for; places are around whoever asks. */
const near = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: -3, max: 3 }))
const wish = fc.record({
  who: fc.integer({ min: 1, max: CROWD }),
  what: fc.constantFrom(
    'MOVE_TO',
    'FOLLOW',
    'MINE',
    'PLACE',
    'GATHER',
    'CRAFT',
    'BUILD',
    'SAY',
    'POST',
    'SAVE',
    'fill',
    'leave',
  ),
  near,
  item: fc.constantFrom('PLANK', 'SAND', 'CHEST', 'SIGN', 'LADDER'),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never
const days = fc.array(fc.array(wish, { maxLength: 3 }), { minLength: 10, maxLength: 40 })
const place = fc.record({
  seed: fc.integer({ min: 0, max: 1000 }),
  generator: fc.constantFrom('plain-1', undefined),
  flat: fc.boolean(),
})

const KIT = { PLANK: 30, SAND: 10, CHEST: 3, SIGN: 3, LADDER: 5, STONE: 10 }

function configOf({
  seed,
  generator,
  flat,
}: {
  seed: number
  generator: string | undefined
  flat: boolean
}): WorldConfig {
  const chosen = generator === undefined || flat ? {} : { generator }
  return testConfig({ seed, flat, tuning: { starter_items: KIT }, ...chosen })
}

function bornWorld(config: WorldConfig): World {
  const world = createWorld(config)
  const names = Array.from({ length: CROWD }, (_, i) => i + 1)
  tick(
    world,
    names.map((n): Input => ({ kind: 'join', agentId: agentId(n), name: `n${n}` })),
  )
  return world
}

function inputOf(world: World, { who, what, near: [dx, dy, dz], item }: Wish): Input {
  const id = agentId(who)
  const [x, y, z] = world.state.agents.get(id)?.pos ?? [0, 0, 0]
  const at = [x + dx, Math.max(0, y + dy), z + dz] as const
  const task = (fields: object): Input => actInput(world, who, { tasks: [{ id: 't', ...fields }] })
  const instant = (fields: object): Input => actInput(world, who, { instants: [{ id: 'i', ...fields }] })
  switch (what) {
    case 'MOVE_TO':
      return task({ type: what, target: [x + 3 * dx, at[1], z + 3 * dz], tolerance: 1 })
    case 'FOLLOW':
      return task({ type: what, target_id: agentId((who % CROWD) + 1), distance: 1 })
    case 'MINE':
      return task({ type: what, block_pos: at })
    case 'PLACE':
      return task({ type: what, block_pos: at, item_id: item })
    case 'GATHER':
      return task({ type: what, target_id: world.state.items.keys().next().value ?? 'IT1' })
    case 'CRAFT':
      return task({ type: what, recipe_id: 'stick_from_plank', count: 2 })
    case 'BUILD':
      return task({ type: 'BUILD_BLUEPRINT', blueprint_id: world.config.catalog.blueprints[0]?.id, anchor: at })
    case 'SAY':
      return instant({ type: what, text: `at ${at.join(' ')}` })
    case 'POST':
      return instant({ type: 'POST_BOARD', board_id: 'news', title: item, body: what })
    case 'SAVE':
      return instant({ type: 'SAVE_MEMORY', key: item, value: what, ttl_ticks: 5 })
    case 'leave':
      return { kind: world.state.agents.get(id)?.connected ? 'detach' : 'attach', agentId: id }
    default: {
      const box = { min: at, max: [at[0] + 20, at[1], at[2] + 20] as const }
      return {
        kind: 'edit',
        by: 'op',
        edit: { id: `e${world.state.tick}-${who}`, label: '', op: 'fill', box, block: 2 },
      }
    }
  }
}

function actInput(
  world: World,
  who: number,
  parts: Partial<Pick<Record<keyof Act, unknown>, 'tasks' | 'instants'>>,
): Input {
  const frame = { type: 'ACT', protocol_version: '1.1', tick: world.state.tick, agent_id: agentId(who), ...parts }
  const decoded = decodeClientFrame(JSON.stringify(frame))
  if (!decoded.ok || decoded.value.type !== 'ACT') throw new Error(JSON.stringify(decoded))
  return { kind: 'act', agentId: agentId(who), act: decoded.value }
}

const day = (world: World, wishes: readonly Wish[]): TickResult =>
  tick(
    world,
    wishes.map((each) => inputOf(world, each)),
  )
const inputsOf = (world: World, wishes: readonly Wish[]): Input[] => wishes.map((each) => inputOf(world, each))

function whole(world: World): unknown {
  world.digests.settle(world.state)
  return {
    state: copyState(world.state),
    terrain: lanesToHex(world.terrain.digest),
    parts: lanesToHex(world.digests.sum),
  }
}

function views(world: World): string[] {
  return agentsInIdOrder(world).map(({ id, cursor }) =>
    encodeObs(world, id, createView({ deltaVoxels: true }), {
      protocolVersion: '1.1',
      events: [],
      eventsCursor: cursor,
    }),
  )
}

test('[SAVE1] [PS-05] a restored world is the world: its state, what it shows, and everything that comes after', () => {
  fc.assert(
    fc.property(place, days, days, (where, before, after) => {
      const world = bornWorld(configOf(where))
      for (const wishes of before) day(world, wishes)
      const copy = restore(world.config, structuredClone(save(world)))
      expect(whole(copy)).toEqual(whole(world))
      expect(views(copy)).toEqual(views(world))
      for (const wishes of after) {
        const inputs = inputsOf(world, wishes)
        const [ours, theirs] = [tick(world, inputs), tick(copy, inputs)]
        expect([theirs.digest, theirs.events, theirs.changes]).toEqual([ours.digest, ours.events, ours.changes])
      }
      expect(whole(copy)).toEqual(whole(world))
    }),
    { numRuns: 25 },
  )
})

test('[SAVE2] a snapshot stays what it was, whatever the world does next', () => {
  fc.assert(
    fc.property(place, days, days, (where, before, after) => {
      const world = bornWorld(configOf(where))
      for (const wishes of before) day(world, wishes)
      const snapshot = save(world)
      const then = whole(world)
      for (const wishes of after) day(world, wishes)
      expect(whole(restore(world.config, snapshot))).toEqual(then)
    }),
    { numRuns: 20 },
  )
})

test('[SAVE3] a fork and its origin do not feel each other', () => {
  fc.assert(
    fc.property(place, days, days, days, (where, before, ours, theirs) => {
      const world = bornWorld(configOf(where))
      for (const wishes of before) day(world, wishes)
      const alone = fork(world)
      const other = fork(world)
      for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
        day(other, theirs[i] ?? [])
        const wishes = inputsOf(alone, ours[i] ?? [])
        expect(tick(world, wishes).digest).toBe(tick(alone, wishes).digest)
      }
      expect(whole(world)).toEqual(whole(alone))
    }),
    { numRuns: 15 },
  )
})
