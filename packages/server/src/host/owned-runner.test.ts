import { expect, test } from 'vitest'
import { createMemoryOwnership } from '../ports/memory-ownership.js'
import { createFakeRunner } from '../testing/fake-runner.js'
import { createManualClock } from '../testing/manual-clock.js'
import { createMemoryLog } from '../testing/silent-log.js'
import { OwnedRunner } from './owned-runner.js'
import type { RunnerListener, WorldFailure } from './world-runner.js'

function setUp() {
  const clock = createManualClock()
  const ownership = createMemoryOwnership(clock)
  const failures: WorldFailure[] = []
  const listener: RunnerListener = {
    started() {},
    happened() {},
    observed() {},
    ticked() {},
    stalled() {},
    failed: (failure) => void failures.push(failure),
    async keepEvents() {},
  }
  const own = (holder: string) => {
    const fake = createFakeRunner('world_1')
    return { fake, runner: new OwnedRunner({ runner: fake, ownership, holder, clock, log: createMemoryLog() }) }
  }
  /** Time passes in small steps, as it does where renewals have their turn. */
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { clock, ownership, failures, listener, own, pass }
}

test('[OWN5] a world is brought up by one process, and by the next when that one has let go', async () => {
  const { listener, own } = setUp()
  const [one, two] = [own('one'), own('two')]
  await one.runner.open(listener)
  await expect(two.runner.open(listener)).rejects.toThrow('world world_1 cannot start: one runs it')
  await one.runner.close()
  await two.runner.open(listener)
})

test('[OWN5] the lease is kept while the world runs', async () => {
  const { ownership, listener, own, pass, failures } = setUp()
  const { runner, fake } = own('one')
  await runner.open(listener)
  await pass(120)
  runner.step(0, 1)
  expect([(await ownership.holderOf('world/world_1'))?.token, fake.steps, failures]).toEqual([1, [0], []])
})

test('[OWN6] a process that was held up goes on if nobody had the world meanwhile', async () => {
  const { clock, ownership, listener, own, pass, failures } = setUp()
  const { runner, fake } = own('one')
  await runner.open(listener)
  clock.advance(4_000)
  clock.advance(60_000)
  await pass(10)
  runner.step(0, 1)
  expect([(await ownership.holderOf('world/world_1'))?.holder, fake.steps, failures]).toEqual(['one', [0], []])
})

test('[OWN6] a process whose world was taken over runs no further tick', async () => {
  const { ownership, listener, own, pass, failures } = setUp()
  const { runner, fake } = own('one')
  await runner.open(listener)
  runner.step(4, 1)
  const lease = await ownership.holderOf('world/world_1')
  if (lease !== undefined) await ownership.release(lease)
  await ownership.acquire('world/world_1', 'two', 60_000)
  await pass(6)
  runner.step(5, 1)
  expect(failures).toEqual([{ message: 'this process no longer owns the world', tick: 5, isComingBack: false }])
  expect(fake.steps).toEqual([4])
})
