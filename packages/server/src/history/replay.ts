import { join } from 'node:path'
import type { Catalog, WorldsFile } from '@clawstead/protocol'
import { readBirth } from '../host/engine/birth-file.js'
import { configOf, contentName } from '../host/engine/configure.js'
import type { EngineSetup } from '../host/engine/messages.js'
import { readSecret, worldSecret } from '../host/secret.js'
import { createNodeFileSystem } from '../store/index.js'
import { ReplayError, type ReplayOptions, type ReplayResult, replayWorld } from './replay-world.js'

export interface ReplayRequest extends Pick<ReplayOptions, 'fromTick' | 'toTick' | 'onProgress' | 'signal'> {
  readonly dataDir: string
  readonly worldId: string
  /** Content and worlds for a profile: a world goes on as what it was made. */
  readonly load: (profile: 'flat' | 'standard') => { readonly catalog: Catalog; readonly worlds: WorldsFile }
}

/** Runs a span of one world in a data folder again. The folder is only read, also while a server uses it. */
export async function replay(request: ReplayRequest): Promise<ReplayResult> {
  const { dataDir, worldId, load, ...span } = request
  const directory = join(dataDir, 'worlds', worldId)
  const birth = await readBirth(directory)
  if (birth === undefined) throw new ReplayError(`there is no world ${worldId} in ${dataDir}`)
  const profile = birth.profile === 'flat' ? 'flat' : 'standard'
  const { catalog, worlds } = load(profile)
  const definition = worlds.worlds.find(({ id }) => id === worldId)
  if (definition === undefined) throw new ReplayError(`no world in the worlds file is called ${worldId}`)
  const secret = worldSecret(await readSecret(dataDir), worldId)
  const alone: EngineSetup = {
    worldId,
    seed: birth.seed,
    secret,
    profile,
    catalog,
    definition,
    directory,
    refusesPending: false,
  }
  // Whether it ran beside others is not known beforehand: what it was made with is named in its log.
  const among: EngineSetup = { ...alone, atlas: { worlds: worlds.worlds, routes: worlds.switch_routes } }
  const setups = [among, alone].map((setup) => ({ config: configOf(setup, birth), content: contentName(setup) }))
  return replayWorld({ fileSystem: createNodeFileSystem(), directory, worldId, setups, ...span })
}
