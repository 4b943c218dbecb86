import { readFileSync } from 'node:fs'
import { type AgentId, decodeClientFrame, type GameEvent } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import type { Input } from '../inputs.js'
import { testWorld } from '../testing/index.js'
import { tick } from '../tick.js'

/** One line of the session: something an agent asked for in a tick, or all it was told in one. */
interface Line {
  readonly tick: number
  readonly agent: string
  readonly instants?: readonly object[]
  readonly tasks?: readonly object[]
  readonly cancel?: readonly string[]
  readonly events?: readonly object[]
}

const LINES = JSON.parse(
  readFileSync(new URL('./fixtures/flat-work.golden.json', import.meta.url), 'utf8'),
) as readonly Line[]

const STARTER_ITEMS = {
  PLANK: 200,
  COAL: 100,
  STONE: 200,
  BERRIES: 50,
  LOG: 20,
  STICK: 40,
  BATTERY: 20,
  CRYSTAL_SHARD: 40,
  IRON_INGOT: 40,
  IRON_ORE: 10,
  COPPER_INGOT: 10,
  CHEST: 5,
  FURNACE: 5,
  CRAFTING_BENCH: 5,
  BULLETIN_BOARD: 3,
  SIGN: 5,
  SWITCH: 5,
  CONVEYOR: 10,
  SENSOR: 3,
  WIRE: 20,
  CONTRACT_TERMINAL: 3,
  TORCH: 10,
}

const TOLD = ['ACTION_RESULT', 'TASK_DONE', 'TASK_FAIL', 'CONTAINER', 'BOARD', 'SIGN']

test('[FLAT1] a recorded session of the flat protocol goes the same way: answers, codes, texts, ticks and order', () => {
  const world = testWorld({ flat: true, generator: 'flat-1', tuning: { starter_items: STARTER_ITEMS } })
  const told = new Map<string, GameEvent[]>()
  const step = (inputs: readonly Input[]): void => {
    const { tick: now, events } = tick(world, inputs)
    for (const { agentId, event } of events) {
      if (!TOLD.includes(event.type)) continue
      const key = `${agentId}@${now}`
      told.set(key, [...(told.get(key) ?? []), event])
    }
  }
  step(['A1', 'A2', 'A3'].map((id) => ({ kind: 'join', agentId: id as AgentId, name: id })))
  const asked = LINES.filter(({ events }) => events === undefined)
  world.state.tick = (asked[0]?.tick ?? 1) - 1
  // The session had begun with two posts on a board that stands nowhere.
  world.state.counters.post = 2
  const last = LINES.at(-1)?.tick ?? 0
  while (world.state.tick <= last) {
    const now = world.state.tick
    step(asked.filter((line) => line.tick === now).map((line) => actOf(line, now)))
  }
  const answered = LINES.filter(({ events }) => events !== undefined)
  expect(answered.map(({ tick: at, agent }) => ({ at, agent, events: told.get(`${agent}@${at}`) ?? [] }))).toEqual(
    answered.map(({ tick: at, agent, events }) => ({ at, agent, events })),
  )
})

function actOf({ agent, instants = [], tasks = [], cancel = [] }: Line, now: number): Input {
  const frame = {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: `${agent}:${now}`,
    based_on_obs_id: `${agent}:${now}:0`,
    tick: now,
    agent_id: agent,
    expected_world_id: 'world_1',
    instants,
    tasks,
    cancel,
  }
  const decoded = decodeClientFrame(JSON.stringify(frame))
  if (!decoded.ok || decoded.value.type !== 'ACT') throw new Error(`bad line of ${agent} in tick ${now}`)
  return { kind: 'act', agentId: agent as AgentId, act: decoded.value }
}
