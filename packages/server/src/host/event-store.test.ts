import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '@clawstead/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createNodeFileSystem } from '../store/files/node-file-system.js'
import { createRandom } from '../store/testing/random.js'
import { SimulatedFileSystem } from '../store/testing/simulated-file-system.js'
import { eventStoreContract } from './event-store.contract.js'
import { createMemoryEventStore } from './event-store.js'
import { openFileEventStore } from './file-event-store.js'

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-events-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const open = (directory: string, perAgent: number, segmentBytesMax?: number) =>
  openFileEventStore({
    fileSystem: createNodeFileSystem(),
    directory,
    perAgent,
    ...(segmentBytesMax === undefined ? {} : { segmentBytesMax }),
  })

eventStoreContract('in memory', createMemoryEventStore)
eventStoreContract('in files', (perAgent) => open(folder(), perAgent))

type Store = Awaited<ReturnType<typeof open>>
const agent = (number: number) => `A${number}` as AgentId
const add = (store: Store, agentId: AgentId, from: number, to: number): void => {
  for (let cursor = from; cursor <= to; cursor++)
    store.append({
      agentId,
      cursor,
      text: JSON.stringify({ t: cursor, type: 'TASK_DONE', task_id: 'T1', kind: 'MINE' }),
    })
}
const cursors = async (store: Store, agentId: AgentId) =>
  (await store.read(agentId, 0, 10_000)).map(({ cursor }) => cursor)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('[EVT4] what was flushed is there after a start, and goes on from there', async () => {
  const directory = folder()
  const first = await open(directory, 1000)
  add(first, agent(1), 1, 130)
  add(first, agent(2), 1, 3)
  await first.flush()
  add(first, agent(1), 131, 140)
  await first.close()
  const second = await open(directory, 1000)
  expect(await cursors(second, agent(1))).toEqual(range(1, 130))
  add(second, agent(1), 128, 150)
  expect(await cursors(second, agent(1))).toEqual(range(1, 150))
  expect(await cursors(second, agent(2))).toEqual([1, 2, 3])
  await second.close()
})

test('[EVT4] an interrupted write costs what was not flushed, and a gap begins anew', async () => {
  const directory = folder()
  const first = await open(directory, 1000)
  add(first, agent(1), 1, 10)
  await first.flush()
  add(first, agent(1), 11, 20)
  await first.flush()
  await first.close()
  const [name] = readdirSync(directory)
  const path = join(directory, name ?? '')
  truncateSync(path, statSync(path).size - 5)
  const second = await open(directory, 1000)
  expect(second.lostBytes).toBeGreaterThan(0)
  expect(await cursors(second, agent(1))).toEqual(range(1, 10))
  add(second, agent(1), 15, 16)
  expect(await cursors(second, agent(1))).toEqual([15, 16])
  await second.close()
})

test('[EVT2] files that nobody wants any more are removed, and what is wanted is moved first', async () => {
  const directory = folder()
  const store = await open(directory, 100, 20_000)
  add(store, agent(2), 1, 70) // one that falls silent
  for (let from = 1; from < 6000; from += 100) {
    add(store, agent(1), from, from + 99)
    await store.read(agent(1), from, 1)
  }
  expect(readdirSync(directory).length).toBeLessThan(6)
  expect(await cursors(store, agent(1))).toEqual(range(5901, 6000))
  expect(await cursors(store, agent(2))).toEqual(range(1, 70))
  await store.flush()
  await store.close()
  const again = await open(directory, 100, 20_000)
  expect(await cursors(again, agent(2))).toEqual(range(1, 70))
  expect(await cursors(again, agent(1))).toEqual(range(5901, 6000))
  await again.close()
})

const KEPT = 150

/** Three agents to whom things happen, flushed now and then; notes up to which event that was promised. */
async function happen(fileSystem: SimulatedFileSystem, promised: Map<AgentId, number>): Promise<void> {
  const store = await openFileEventStore({ fileSystem, directory: 'events', perAgent: KEPT, segmentBytesMax: 9000 })
  for (let round = 0; round < 12; round++) {
    for (let number = 1; number <= 3; number++) add(store, agent(number), round * 30 + 1, round * 30 + 30)
    await store.flush()
    for (let number = 1; number <= 3; number++) promised.set(agent(number), round * 30 + 30)
  }
  await store.close()
}

test('[EVT4] cut off at any write, sync or removal, by a kill or a power cut, what was flushed is there', async () => {
  const whole = new SimulatedFileSystem()
  await happen(whole, new Map())
  expect(whole.history).toContain('unlink')
  for (let at = 0; at < whole.calls; at++) {
    const random = createRandom(at)
    const disk = new SimulatedFileSystem({ at, kind: 'crash' }, random)
    const promised = new Map<AgentId, number>()
    // A failed chunk is kept in memory and tried again, so only a flush is sure to notice.
    await happen(disk, promised).catch(() => {})
    for (const left of [disk.afterProcessEnd(), ...Array.from({ length: 4 }, () => disk.afterPowerCut(random))]) {
      const store = await openFileEventStore({ fileSystem: left, directory: 'events', perAgent: KEPT })
      for (const [agentId, last] of promised) {
        const kept = (await store.read(agentId, Math.max(0, last - KEPT), 10_000)).map(({ cursor }) => cursor)
        const wanted = kept.filter((cursor) => cursor <= last)
        const missing = Math.max(0, (kept.at(-1) ?? 0) - last)
        expect([at, agentId, wanted]).toEqual([at, agentId, range(Math.max(1, last - KEPT + 1 + missing), last)])
      }
    }
  }
})
