import type { AgentId, GameEvent } from '@clawstead/protocol'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore } from './event-store.js'

const A1 = 'A1' as AgentId
const A2 = 'A2' as AgentId

const event = (t: number): GameEvent => ({ t, type: 'TASK_DONE', task_id: 'T000001', kind: 'MINE' })

/** What every event store must do. `perAgent` is how many events it was told to keep. */
export function eventStoreContract(name: string, create: (perAgent: number) => EventStore | Promise<EventStore>): void {
  const filled = async (perAgent: number, count: number): Promise<EventStore> => {
    const store = await create(perAgent)
    onTestFinished(() => store.close())
    for (let cursor = 1; cursor <= count; cursor++)
      store.append({ agentId: A1, cursor, text: JSON.stringify(event(cursor)) })
    return store
  }
  const cursorsOf = async (store: EventStore, since: number, limit: number): Promise<number[]> =>
    (await store.read(A1, since, limit)).map((record) => record.cursor)

  test(`[EVT1] ${name}: events are kept by cursor and read from a cursor on`, async () => {
    const store = await filled(10, 5)
    expect(await store.read(A1, 3, 100)).toEqual([
      { cursor: 4, event: event(4) },
      { cursor: 5, event: event(5) },
    ])
    expect(await cursorsOf(store, 0, 2)).toEqual([1, 2])
    expect(await cursorsOf(store, 5, 100)).toEqual([])
    expect(await cursorsOf(store, 999, 100)).toEqual([])
    expect(await store.read(A2, 0, 100)).toEqual([])
  })

  test(`[EVT3] ${name}: an event that is known is not added again`, async () => {
    const store = await filled(10, 5)
    for (const cursor of [3, 5, 6]) store.append({ agentId: A1, cursor, text: JSON.stringify(event(cursor)) })
    expect(await cursorsOf(store, 0, 100)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test(`[EVT1] ${name}: a flush changes nothing for readers`, async () => {
    const store = await filled(1000, 150)
    await store.flush()
    for (let cursor = 151; cursor <= 160; cursor++)
      store.append({ agentId: A1, cursor, text: JSON.stringify(event(cursor)) })
    expect(await cursorsOf(store, 0, 1000)).toEqual(Array.from({ length: 160 }, (_, i) => i + 1))
    expect(await store.read(A1, 149, 2)).toEqual([
      { cursor: 150, event: event(150) },
      { cursor: 151, event: event(151) },
    ])
  })

  test(`[EVT2] ${name}: the newest are kept, and older cursors skip to the first one left`, async () => {
    const store = await filled(4, 11)
    expect(await cursorsOf(store, 0, 100)).toEqual([8, 9, 10, 11])
    expect(await cursorsOf(store, 9, 100)).toEqual([10, 11])
  })
}
