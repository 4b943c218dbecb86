import { ACT_ID_MEMORY_TICKS, type Act } from '@clawstead/protocol'
import type { Input, Snapshot } from '@clawstead/world'
import { expect, test } from 'vitest'
import { RecentActs } from './recent-acts.js'

const act = (actId: string, key = ''): Input => ({
  kind: 'act',
  agentId: 'A1' as never,
  act: { act_id: actId, idempotency_key: key } as Act,
})

test('[KEEP9] acts are noted with their tick, those without an id are not', () => {
  const acts = new RecentActs()
  acts.note([act('a'), { kind: 'attach', agentId: 'A2' as never }, act(''), act('b"\n', 'k')], 7)
  expect(acts.all()).toEqual([
    { agentId: 'A1', actId: 'a', idempotencyKey: '', tick: 7 },
    { agentId: 'A1', actId: 'b"\n', idempotencyKey: 'k', tick: 7 },
  ])
})

test('[KEEP9] a copy stays as it is, and brings them back', () => {
  const acts = new RecentActs()
  acts.note([act('a')], 1)
  const saved = { acts: acts.copy() } as unknown as Snapshot
  acts.note([act('b')], 2)
  expect(
    RecentActs.savedWith(saved)
      ?.all()
      .map(({ actId }) => actId),
  ).toEqual(['a'])
  expect(RecentActs.savedWith({} as Snapshot)).toBe(undefined)
})

test('[ACT8] what is too old to be sent again is forgotten', () => {
  const acts = new RecentActs()
  acts.note([act('old')], 1)
  acts.note([act('new')], 3000)
  for (let tick = 3001; tick <= 3136; tick++) acts.note([], tick)
  expect(acts.all().map(({ actId }) => actId)).toEqual(['new'])
  for (let tick = 3137; tick <= 3136 + ACT_ID_MEMORY_TICKS; tick++) acts.note([], tick)
  expect(acts.all()).toEqual([])
})
