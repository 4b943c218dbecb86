import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '../errors.js'
import { type Origin, originText } from '../settings/origin.js'
import type { Note, Resolution } from '../settings/resolve.js'

/** What a single world is called when nobody named it, as in the existing programs. */
const SINGLE_WORLD_NAME = 'world_1'

/** Which files to read and which of their worlds to run. */
export interface WorldChoice {
  readonly worldsFile?: string
  readonly tuningFile?: string
  /** Just this one of the worlds, or, where the built-in worlds have none of that name, a single world called so. */
  readonly world?: string
  /** One world that stands in no file, called so. */
  readonly single?: string
  readonly notes: readonly Note[]
}

/** Decides from the settings and from which files exist. Rules WORLD1-WORLD6 in SPEC.md. */
export function chooseWorlds(settings: Resolution, directory: string): WorldChoice {
  const { values, originByName } = settings
  const exists = (path: string) => existsSync(resolve(directory, path))
  const originOf = (name: string): Origin => originByName.get(name) ?? { from: 'default' }
  const notes: Note[] = []

  const configs = originOf('configs').from === 'default' && !exists(values.configs) ? undefined : values.configs
  if (configs !== undefined && !exists(configs)) {
    throw new StartError(`${originText(originOf('configs'))}: folder ${configs} does not exist`)
  }
  const inConfigs = (stem: string) => {
    if (configs === undefined) return undefined
    return ['.yaml', '.yml', '.json'].map((ending) => join(configs, `${stem}${ending}`)).find(exists)
  }

  const tuningFile = values.tuning ?? inConfigs('tuning')
  let worldsFile = values.worlds ?? inConfigs('worlds')
  let single: string | undefined
  if (worldsFile === '') {
    single = values.world ?? SINGLE_WORLD_NAME
    worldsFile = undefined
  } else if (worldsFile !== undefined && !exists(worldsFile)) {
    const origin = originOf('worlds')
    if (!isGoSpelling(origin)) {
      throw new StartError(
        `${originText(origin)}: worlds file ${worldsFile} does not exist; for a single world use --world NAME`,
      )
    }
    single = values.world ?? SINGLE_WORLD_NAME
    notes.push({
      level: 'warn',
      text: `${originText(origin)}: ${worldsFile} does not exist, so there is a single world, ${single}`,
    })
    worldsFile = undefined
  }

  let world = single === undefined ? values.world : undefined
  if (world !== undefined && worldsFile !== undefined && isGoSpelling(originOf('world'))) {
    notes.push({
      level: 'warn',
      text: `${originText(originOf('world'))} has no effect: ${worldsFile} names the worlds (--world ${world} would pick one)`,
    })
    world = undefined
  }

  if (
    originOf('configs').from !== 'default' &&
    inConfigs('worlds') === undefined &&
    inConfigs('tuning') === undefined
  ) {
    notes.push({
      level: 'warn',
      text: `${originText(originOf('configs'))} has no effect: ${configs} has no worlds.yaml and no tuning.yaml`,
    })
  }
  return {
    ...(worldsFile === undefined ? {} : { worldsFile: resolve(directory, worldsFile) }),
    ...(tuningFile === undefined ? {} : { tuningFile: resolve(directory, tuningFile) }),
    ...(world === undefined ? {} : { world }),
    ...(single === undefined ? {} : { single }),
    notes,
  }
}

/** One dash is how start scripts of the existing programs write a flag; there they mean what those programs do. */
function isGoSpelling(origin: Origin): boolean {
  return origin.from === 'flag' && !origin.flag.startsWith('--')
}
