import { describe, expect, test } from 'vitest'
import { brokenPromises } from './testing/broken-promises.js'
import { createRandom } from './testing/random.js'
import { openRun, RUN_TICKS } from './testing/recorded-run.js'
import { runWithFault } from './testing/run-with-fault.js'

const POWER_CUTS_PER_CALL = 4
/** Each of these repeats the run for every call in it. */
const TIMEOUT_MS = 180_000

describe('a crash at the n-th call, for every n', { timeout: TIMEOUT_MS }, () => {
  test('the recorded run changes the disk in every way there is', async () => {
    const { disk, witness } = await runWithFault(undefined, 1)
    expect([...new Set(disk.history)].sort()).toEqual(['create', 'rename', 'sync', 'syncDirectory', 'unlink', 'write'])
    expect([witness.shownTick, witness.snapshots, disk.openFiles]).toEqual([RUN_TICKS - 1, [20, 41, 50], 0])
    expect(disk.paths().filter((path) => path.endsWith('.log')).length).toBeGreaterThan(5)
    expect(await brokenPromises(disk, witness, 'process end')).toEqual([])
  })

  test('[LOG10] [IN2] the process ends: all that was shown or acknowledged is there once', async () => {
    const { disk: whole } = await runWithFault(undefined, 1)
    for (let at = 0; at < whole.calls; at++) {
      const { disk, witness } = await runWithFault({ at, kind: 'crash' }, at)
      expect(disk.hasCrashed).toBe(true)
      expect(await brokenPromises(disk.afterProcessEnd(), witness, 'process end')).toEqual([])
    }
  })

  test('[LOG11] the power fails: all that was shown is there', async () => {
    const { disk: whole } = await runWithFault(undefined, 1)
    for (let at = 0; at < whole.calls; at++) {
      const { disk, witness } = await runWithFault({ at, kind: 'crash' }, at)
      for (let seed = 0; seed < POWER_CUTS_PER_CALL; seed++) {
        const left = disk.afterPowerCut(createRandom(at * 1000 + seed))
        expect(await brokenPromises(left, witness, 'power cut')).toEqual([])
      }
    }
  })

  test('[LOG11] the process ends, the next one starts, and then the power fails: what it found is there', async () => {
    const { disk: whole } = await runWithFault(undefined, 1)
    for (let at = 0; at < whole.calls; at++) {
      const { disk, witness } = await runWithFault({ at, kind: 'crash' }, at)
      const next = disk.afterProcessEnd()
      const { log } = await openRun(next)
      const found = { ...witness, shownTick: log.durableTick }
      expect(await brokenPromises(next.afterPowerCut(createRandom(at)), found, 'power cut')).toEqual([])
    }
  })
})
