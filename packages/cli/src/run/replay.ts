import { CatalogError, loadCatalog, ReplayError, type ReplayResult, replay, worldsIn } from '@clawstead/server'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'
import { narrowWorlds } from './narrow-worlds.js'
import { chooseWorlds } from './world-choice.js'

/** Runs logs again and says whether they agree. */
export function runReplay(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, signal, log } = errand
    const dataDir = errand.resolvePath(values.data)
    const { world: _world, ...choice } = chooseWorlds(invocation.settings, invocation.surroundings.directory)
    let exitCode: number = EXIT.ok
    for (const worldId of await worldsToDo(errand)) {
      if (signal.aborted) break
      const result = await explained(() =>
        replay({
          dataDir,
          worldId,
          signal,
          onProgress: (tick) => log.debug({ worldId, tick }, 'replaying'),
          ...(values.from === undefined ? {} : { fromTick: values.from }),
          ...(values.to === undefined ? {} : { toTick: values.to }),
          load(profile) {
            const catalog = loadCatalog({ name: profile, tuning: choice.tuningFile, worldsFile: choice.worldsFile })
            const isListed = choice.single === undefined && catalog.worlds.worlds.some(({ id }) => id === worldId)
            const wanted = isListed ? choice : { ...choice, single: worldId }
            return { catalog, worlds: narrowWorlds(catalog.worlds, wanted, catalog.tuning) }
          },
        }),
      )
      tell(errand, result)
      if (result.difference !== null) exitCode = EXIT.failure
    }
    return exitCode
  })
}

/** The worlds named by the settings, or all that are there. */
export async function worldsToDo({ values, resolvePath }: Errand): Promise<string[]> {
  const dataDir = resolvePath(values.data)
  const there = await worldsIn(dataDir)
  const { world } = values
  if (there.length === 0) throw new StartError(`there is no world in ${dataDir}`)
  if (world === undefined) return there
  if (!there.includes(world))
    throw new StartError(`there is no world ${world} in ${dataDir}; it has ${there.join(', ')}`)
  return [world]
}

function tell({ values, stdout }: Errand, result: ReplayResult): void {
  const { worldId, startTick, isFromBirth, fromTick, toTick, checked, difference } = result
  if (values.json) {
    const facts = { world: worldId, start_tick: startTick, from: fromTick, to: toTick, checked, difference }
    stdout.write(`${JSON.stringify(facts)}\n`)
    return
  }
  const start = isFromBirth ? 'from its birth' : `from the snapshot of tick ${startTick}`
  stdout.write(
    difference === null
      ? `${worldId}: ${checked} ticks agree, ${fromTick} to ${toTick}, run ${start}\n`
      : `${worldId}: tick ${difference.tick} differs: the log has ${difference.logged}, running it again ${start} gives ${difference.replayed}\n`,
  )
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isKnown = error instanceof ReplayError || error instanceof CatalogError
    throw isKnown ? new StartError(error.message, { cause: error }) : error
  }
}
