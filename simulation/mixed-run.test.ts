import { describe, expect, test } from 'vitest'
import { checkWorld } from './check-world.js'
import { type MixedRunOptions, mixedRun } from './mixed-run.js'

const LIMIT_MS = 120_000

/** Runs with a past. A number here is a run that once went wrong, or that shows something the others do not. */
const PINNED: readonly (readonly [MixedRunOptions, string])[] = [
  [{ seed: 7, agents: 24, ticks: 200 }, 'hills, water and a crowd at the origin'],
  [{ seed: 12, agents: 20, ticks: 200, generator: 'plain-1' }, 'level ground, where everybody reaches everybody'],
  [{ seed: 21, agents: 16, ticks: 250, world: 'MINE_L1' }, 'a mine that is rebuilt under those in it'],
]

describe.each(PINNED)('seed $seed', (options, story) => {
  const plain = mixedRun(options)

  test(`is lively: ${story}`, () => {
    const { counts, agents } = plain
    expect(agents).toBe(options.agents)
    const happened = ['done MOVE_TO', 'done MINE', 'done PLACE', 'done GATHER', 'done CRAFT', 'edit done', 'event CHAT']
    expect(happened.filter((name) => !counts.has(name))).toEqual([])
  })

  test('[RUN1] the same inputs give the same digest again', () => {
    expect(mixedRun(options).digest).toBe(plain.digest)
  })

  test(
    '[RUN2] dropping columns at random changes nothing',
    () => {
      expect(mixedRun({ ...options, evictPermille: 100, evictSeed: 3 }).digest).toBe(plain.digest)
    },
    LIMIT_MS,
  )

  test(
    '[RUN3] going on from a snapshot changes nothing',
    () => {
      expect(mixedRun({ ...options, restoreAt: [1, 60, 61, 140] }).digest).toBe(plain.digest)
    },
    LIMIT_MS,
  )

  test(
    '[RUN4] looking changes nothing',
    () => {
      expect(mixedRun({ ...options, observeEvery: 2, evictPermille: 20 }).digest).toBe(plain.digest)
    },
    LIMIT_MS,
  )
})

test(
  '[RUN5] every tick survives being saved and loaded',
  () => {
    const options: MixedRunOptions = { seed: 31, agents: 16, ticks: 120 }
    const heavy = mixedRun({ ...options, heavy: true, evictPermille: 50 })
    expect(heavy.digest).toBe(mixedRun(options).digest)
  },
  LIMIT_MS,
)

/** Each looked over after every tick. */
const WATCHED: readonly (readonly [MixedRunOptions, string])[] = [
  [{ seed: 7, agents: 30, ticks: 200 }, 'the overworld'],
  [{ seed: 9, agents: 40, ticks: 240, world: 'MINE_L3' }, 'a gallery filled in under a roof of bedrock'],
  [{ seed: 10, agents: 30, ticks: 150, world: 'CITY_HUB' }, 'a city rebuilt while people walk in it'],
  [{ seed: 8, agents: 40, ticks: 300, flat: true }, 'a flat world'],
]

test.each(WATCHED)(
  '[RUN8] nothing is ever where it cannot be: %o, %s',
  (options) => {
    const lies: string[] = []
    mixedRun({
      ...options,
      evictPermille: 10,
      onWorld(world) {
        if (lies.length === 0) lies.push(...checkWorld(world).map((lie) => `tick ${world.state.tick}: ${lie}`))
      },
    })
    expect(lies).toEqual([])
  },
  LIMIT_MS,
)

test('[RUN6] another seed is another story', () => {
  const options = { agents: 4, ticks: 20, generator: 'plain-1' }
  expect(mixedRun({ ...options, seed: 1 }).digest).not.toBe(mixedRun({ ...options, seed: 2 }).digest)
})

// Outside the world chance is welcome: the seed is in the name, so a failure can be had again.
const fresh = Math.floor(Math.random() * 1_000_000)
test(
  `[RUN7] seed ${fresh}, never tried before`,
  () => {
    const options: MixedRunOptions = { seed: fresh, agents: 12, ticks: 80 }
    const heavy = mixedRun({ ...options, heavy: true, evictPermille: 100, evictSeed: fresh + 1, observeEvery: 5 })
    expect(heavy.digest).toBe(mixedRun(options).digest)
  },
  LIMIT_MS,
)
