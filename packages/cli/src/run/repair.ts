import { DirectoryInUseError, repair, type WorldRepair } from '@clawstead/server'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'
import { worldsToDo } from './replay.js'

/** Repairs damaged worlds and says what was kept and what was not. */
export function runRepair(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const worldIds = await worldsToDo(errand)
    try {
      for (const done of await repair({ dataDir: errand.resolvePath(errand.values.data), worldIds })) tell(errand, done)
      return EXIT.ok
    } catch (error) {
      throw error instanceof DirectoryInUseError ? new StartError(error.message, { cause: error }) : error
    }
  })
}

function tell({ values, stdout }: Errand, { worldId, report }: WorldRepair): void {
  if (values.json) {
    stdout.write(`${JSON.stringify({ world: worldId, ...report })}\n`)
    return
  }
  for (const line of repairLines(worldId, report)) stdout.write(`${line}\n`)
}

export function repairLines(worldId: string, report: WorldRepair['report']): string[] {
  const { isChanged, problems, firstTick, lastTick, chain, snapshotTick, lostFromTick, setAside, snapshotsSetAside } =
    report
  const kept = lastTick < firstTick ? 'no ticks' : `ticks ${firstTick} to ${lastTick}`
  const start = snapshotTick === null ? 'from its birth' : `from the snapshot of tick ${snapshotTick}`
  const proof = `${kept}, ${start}, proved by chain ${chain.slice(0, 16)}`
  if (!isChanged) return [`${worldId}: nothing to repair: ${proof}`]
  return [
    ...problems.map(({ file, offset, tick, reason }) => `${worldId}: ${file}, byte ${offset}, tick ${tick}: ${reason}`),
    `${worldId}: repaired: ${proof}`,
    lostFromTick === null
      ? `${worldId}: nothing of the present is lost`
      : `${worldId}: lost from tick ${lostFromTick} on`,
    ...(setAside === null ? [] : [`${worldId}: the log as it was found is in ${setAside}`]),
    ...snapshotsSetAside.map((file) => `${worldId}: a snapshot that contradicts what was kept is now ${file}`),
  ]
}
