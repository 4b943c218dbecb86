import { describe, expect, test } from 'vitest'
import { brokenPromises } from './testing/broken-promises.js'
import { createRandom } from './testing/random.js'
import { RUN_TICKS } from './testing/recorded-run.js'
import { runWithFault } from './testing/run-with-fault.js'

/** Each of these repeats the run for every call in it. */
const TIMEOUT_MS = 180_000

describe('a disk that refuses the n-th call, for every n', { timeout: TIMEOUT_MS }, () => {
  for (const code of ['ENOSPC', 'EIO']) {
    test(`[LOG12] ${code}: the run goes on afterwards, and nothing is missing`, async () => {
      const { disk: whole } = await runWithFault(undefined, 1)
      for (let at = 0; at < whole.calls; at++) {
        const { disk, witness } = await runWithFault({ at, kind: 'fail', code }, at)
        expect([witness.shownTick, disk.openFiles]).toEqual([RUN_TICKS - 1, 0])
        expect(await brokenPromises(disk.afterProcessEnd(), witness, 'process end')).toEqual([])
        expect(await brokenPromises(disk.afterPowerCut(createRandom(at)), witness, 'power cut')).toEqual([])
      }
    })
  }

  test('[LOG12] a disk that stays full for five calls in a row', async () => {
    const { disk: whole } = await runWithFault(undefined, 1)
    for (let at = 0; at < whole.calls; at++) {
      const { disk, witness } = await runWithFault({ at, kind: 'fail', code: 'ENOSPC', times: 5 }, at)
      expect(witness.shownTick).toBe(RUN_TICKS - 1)
      expect(await brokenPromises(disk.afterPowerCut(createRandom(at)), witness, 'power cut')).toEqual([])
    }
  })
})
