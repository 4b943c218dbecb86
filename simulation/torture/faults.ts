import { brokenPromises } from '../../packages/server/src/store/testing/broken-promises.js'
import { createRandom } from '../../packages/server/src/store/testing/random.js'
import { openRun, RUN_TICKS, sampleSnapshot } from '../../packages/server/src/store/testing/recorded-run.js'
import { runWithFault } from '../../packages/server/src/store/testing/run-with-fault.js'
import type { Fault, SimulatedFileSystem } from '../../packages/server/src/store/testing/simulated-file-system.js'
import { type Verdict, wholeNumbers } from './figures.js'

const REFUSED_TIMES = 5

interface Tally {
  recovered: number
  refused: number
  readonly wrong: string[]
}

type Judge = (fault: Fault, at: number, tally: Tally) => Promise<void>

/**
 * Repeats a recorded life of a world's store once for every call that changes the disk, and lets that call fail: with an
 * error, with a full disk, with the end of the process, with a power cut. Then reads what is left, and damages it as well.
 */
export async function faults(args: readonly string[]): Promise<Verdict> {
  const options = wholeNumbers(args, { 'power-cuts': 4, seed: 1 })
  const { disk: whole, witness } = await runWithFault(undefined, 1)
  const tally: Tally = { recovered: 0, refused: 0, wrong: [] }
  const refusedCall = (code: string, times: number) => (at: number) => ({ at, kind: 'fail' as const, code, times })
  const crash = (at: number): Fault => ({ at, kind: 'crash' })
  const kinds: readonly (readonly [name: string, fault: (at: number) => Fault, judge: Judge])[] = [
    ['a call refused with ENOSPC', refusedCall('ENOSPC', 1), goesOn],
    ['a call refused with EIO', refusedCall('EIO', 1), goesOn],
    [`${REFUSED_TIMES} calls in a row refused with ENOSPC`, refusedCall('ENOSPC', REFUSED_TIMES), goesOn],
    ['the end of the process', crash, afterEnd],
    ['a power cut', crash, afterPowerCuts(options['power-cuts'], options.seed)],
    ['the end of the process, a start, and then a power cut', crash, afterStartAndPowerCut],
  ]
  const runsByKind: Record<string, number> = {}
  for (const [name, fault, judge] of kinds) {
    const before = tally.recovered + tally.refused
    for (let at = 0; at < whole.calls; at++) {
      try {
        await judge(fault(at), at, tally)
      } catch (error) {
        tally.wrong.push(`${name} at call ${at}: ${String(error)}`)
      }
    }
    runsByKind[name] = tally.recovered + tally.refused - before
    console.error(`  ${name}: ${runsByKind[name]} runs`)
  }
  const damaged = await damageEverywhere(whole, witness, tally)
  console.error(`  a changed byte: ${damaged} runs`)
  const calls = Object.fromEntries(
    [...new Set(whole.history)].sort().map((call) => [call, whole.history.filter((done) => done === call).length]),
  )
  return {
    summary: `${whole.calls} calls that change the disk, ${tally.recovered + tally.refused} runs: ${tally.recovered} recovered with every promise kept, ${tally.refused} refused with a sentence, ${tally.wrong.length} wrong`,
    figures: {
      calls,
      recovered: tally.recovered,
      refused: tally.refused,
      runs: { ...runsByKind, 'a changed byte': damaged },
    },
    wrong: tally.wrong,
  }
}

function note(tally: Tally, what: string, broken: readonly string[]): void {
  if (broken.length === 0) tally.recovered++
  else tally.wrong.push(...broken.map((promise) => `${what}: ${promise}`))
}

/** The disk refuses and later does not: the run reaches its end, and a power cut takes nothing. */
async function goesOn(fault: Fault, at: number, tally: Tally): Promise<void> {
  const { disk, witness } = await runWithFault(fault, at)
  const broken = await brokenPromises(disk.afterPowerCut(createRandom(at)), witness, 'power cut')
  if (witness.shownTick !== RUN_TICKS - 1) broken.push(`the run ended at tick ${witness.shownTick}`)
  note(tally, `call ${at} refused`, broken)
}

async function afterEnd(fault: Fault, at: number, tally: Tally): Promise<void> {
  const { disk, witness } = await runWithFault(fault, at)
  note(tally, `process ended at call ${at}`, await brokenPromises(disk.afterProcessEnd(), witness, 'process end'))
}

function afterPowerCuts(cuts: number, seed: number): Judge {
  return async (fault, at, tally) => {
    const { disk, witness } = await runWithFault(fault, at)
    for (let cut = 0; cut < cuts; cut++) {
      const left = disk.afterPowerCut(createRandom(seed * 1_000_000 + at * 1000 + cut))
      note(tally, `power cut ${cut} at call ${at}`, await brokenPromises(left, witness, 'power cut'))
    }
  }
}

async function afterStartAndPowerCut(fault: Fault, at: number, tally: Tally): Promise<void> {
  const { disk, witness } = await runWithFault(fault, at)
  const next = disk.afterProcessEnd()
  const { log } = await openRun(next)
  const found = { ...witness, shownTick: log.durableTick }
  note(
    tally,
    `start and power cut after call ${at}`,
    await brokenPromises(next.afterPowerCut(createRandom(at)), found, 'power cut'),
  )
}

/** One changed byte anywhere: what is found is as it was written, or it is refused by name. */
async function damageEverywhere(
  whole: SimulatedFileSystem,
  witness: Awaited<ReturnType<typeof runWithFault>>['witness'],
  tally: Tally,
): Promise<number> {
  const before = tally.recovered + tally.refused
  for (const path of whole.paths()) {
    for (let at = 0; at < whole.bytesOf(path).length; at += DAMAGE_STEP_BYTES) {
      const disk = whole.afterProcessEnd()
      const bytes = Buffer.from(disk.bytesOf(path))
      bytes[at] = (bytes[at] as number) ^ 0x40
      disk.setBytes(path, bytes)
      const what = `${path}, byte ${at} changed`
      try {
        note(tally, what, await differences(disk, witness))
      } catch (error) {
        if (error instanceof Error && SENTENCES.has(error.name) && error.message.includes(' ')) tally.refused++
        else tally.wrong.push(`${what}: ${String(error)}`)
      }
    }
  }
  return tally.recovered + tally.refused - before
}

const DAMAGE_STEP_BYTES = 7
const SENTENCES: ReadonlySet<string> = new Set(['LogDamagedError', 'StoreMismatchError', 'SnapshotDamagedError'])

/** What a store that opened in spite of damage has that was never written. */
async function differences(
  disk: SimulatedFileSystem,
  { appended }: Awaited<ReturnType<typeof runWithFault>>['witness'],
): Promise<string[]> {
  const { log, snapshot } = await openRun(disk)
  const wrong: string[] = []
  for await (const record of log.readFrom(log.firstTick)) {
    if (JSON.stringify(record) !== JSON.stringify(appended[record.tick]))
      wrong.push(`tick ${record.tick} differs from what was written`)
  }
  const tick = snapshot?.state.tick
  if (snapshot !== undefined && JSON.stringify(snapshot) !== JSON.stringify(sampleSnapshot(tick as number)))
    wrong.push(`the snapshot of tick ${tick} differs from what was written`)
  return wrong
}
