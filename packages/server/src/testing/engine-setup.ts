import { WorldDefinition } from '@clawstead/protocol'
import { loadCatalog } from '../catalog/load-catalog.js'
import type { EngineSetup } from '../host/engine/messages.js'

/** A small flat world, kept in `directory` if one is given. */
export function testSetup(directory?: string): EngineSetup {
  const { worlds: _worlds, ...catalog } = loadCatalog({ name: 'flat' })
  const definition = WorldDefinition.parse({ id: 'world_1', boundary_r: 100, reset_every_ticks: 42000 })
  return {
    worldId: 'world_1',
    seed: 1337,
    secret: 'secret',
    profile: 'flat',
    catalog,
    definition,
    directory,
    refusesPending: false,
  }
}
