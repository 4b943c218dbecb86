import { type Tuning, WorldDefinition, type WorldsFile } from '@clawstead/protocol'
import { StartError } from '../errors.js'
import type { WorldChoice } from './world-choice.js'

/** Leaves of the loaded worlds only what was asked for. */
export function narrowWorlds(worlds: WorldsFile, choice: WorldChoice, tuning: Tuning): WorldsFile {
  if (choice.single !== undefined) return onlyWorld(singleWorld(choice.single, tuning))
  if (choice.world === undefined) return worlds
  const found = worlds.worlds.find(({ id }) => id === choice.world)
  if (found) return onlyWorld(found)
  const wanted = choice.world.toLowerCase()
  const alike = worlds.worlds.find(({ id }) => id.toLowerCase() === wanted)
  if (alike)
    throw new StartError(`there is no world ${choice.world}, but there is ${alike.id}: names are case sensitive`)
  if (choice.worldsFile === undefined) return onlyWorld(singleWorld(choice.world, tuning))
  const names = worlds.worlds.map(({ id }) => id).join(', ')
  throw new StartError(`${choice.worldsFile} has no world ${choice.world}; it has ${names}`)
}

function onlyWorld(world: WorldDefinition): WorldsFile {
  return { default_world_id: world.id, worlds: [world], switch_routes: [] }
}

/** A world of its own, as large as the tuning says and allowing everything. */
function singleWorld(id: string, tuning: Tuning): WorldDefinition {
  return WorldDefinition.parse({
    id,
    type: 'OVERWORLD',
    boundary_r: tuning.world_boundary_r,
    reset_every_ticks: tuning.season_length_ticks,
  })
}
