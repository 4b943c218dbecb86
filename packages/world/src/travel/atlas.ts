import type { EntryPoint, SwitchRoute, WorldDefinition } from '@clawstead/protocol'
import type { World } from '../world.js'

/** The worlds of a server and the ways between them, as every one of them knows it. */
export interface Atlas {
  readonly worlds: readonly Pick<WorldDefinition, 'id' | 'requires_permit' | 'entry_points'>[]
  readonly routes: readonly SwitchRoute[]
}

/** The open ways from here to another world, in the order in which they are tried. */
export function routesTo(world: World, target: string): SwitchRoute[] {
  const { atlas, id } = world.config
  if (atlas === undefined) return []
  const isOpen = (worldId: string, entryId: string): boolean =>
    atlas.worlds.find((known) => known.id === worldId)?.entry_points.find((entry) => entry.id === entryId)?.enabled ===
    true
  return atlas.routes
    .filter((route) => route.from_world === id && route.to_world === target)
    .filter((route) => isOpen(id, route.from_entry_id) && isOpen(target, route.to_entry_id))
    .sort(byEntries)
}

function byEntries(a: SwitchRoute, b: SwitchRoute): number {
  const [left, right] = [`${a.from_entry_id}\n${a.to_entry_id}`, `${b.from_entry_id}\n${b.to_entry_id}`]
  return left < right ? -1 : left > right ? 1 : 0
}

/** An entry point of this world by name; the one it is usually entered by when there is no such name. */
export function entryPoint(world: World, id: string): EntryPoint {
  const { entry_points: entries, entry_point_id: usual } = world.config.definition
  const found = entries.find((entry) => entry.id === id) ?? entries.find((entry) => entry.id === usual) ?? entries[0]
  if (found === undefined) throw new Error(`world ${world.config.id} has no entry point`)
  return found
}

/** Entry points reach through all heights. */
export function isInEntry(world: World, entryId: string, x: number, z: number): boolean {
  const entry = world.config.definition.entry_points.find(({ id }) => id === entryId)
  return entry !== undefined && Math.abs(x - entry.x) <= entry.radius && Math.abs(z - entry.z) <= entry.radius
}
