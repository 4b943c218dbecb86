import type { z } from 'zod'
import {
  flag,
  listOf,
  oneOf,
  placeId,
  SETTING_BLOCKS_MAX,
  SETTING_TICKS_MAX,
  strictFields,
  upperId,
  whole,
} from './fields.js'
import { unknownName } from './nearest.js'

/** The entry point of a world that names none. */
const DEFAULT_ENTRY_RADIUS_BLOCKS = 8

const coordinate = whole(-SETTING_BLOCKS_MAX, SETTING_BLOCKS_MAX)

const EntryPointFields = strictFields({
  id: placeId,
  x: coordinate.default(0),
  z: coordinate.default(0),
  radius: whole(-SETTING_BLOCKS_MAX, SETTING_BLOCKS_MAX)
    .default(DEFAULT_ENTRY_RADIUS_BLOCKS)
    .transform((radius) => Math.max(1, radius)),
  enabled: flag().default(true),
})
export type EntryPoint = z.infer<typeof EntryPointFields>

const WorldFields = strictFields({
  id: placeId,
  /** What kind of place it is; decides how its ground is made. */
  type: upperId.optional(),
  /** Added to the server's seed. */
  seed_offset: whole(-1_000_000_000, 1_000_000_000).default(0),
  boundary_r: whole(1, SETTING_BLOCKS_MAX),
  reset_every_ticks: whole(1, SETTING_TICKS_MAX),
  reset_notice_ticks: whole(0, SETTING_TICKS_MAX).default(0),
  switch_cooldown_ticks: whole(0, SETTING_TICKS_MAX).default(0),
  /** The entry point used when none is asked for. */
  entry_point_id: placeId.optional(),
  entry_points: listOf(EntryPointFields).default([]),
  requires_permit: flag().default(false),
  allow_admin_reset: flag().default(false),
  allow_claims: flag().default(false),
  allow_mine: flag().default(false),
  allow_place: flag().default(false),
  allow_laws: flag().default(false),
  allow_trade: flag().default(false),
  allow_build: flag().default(false),
  /** The claim type a new claim gets; CITY_CORE in a CITY_HUB and HOMESTEAD elsewhere unless said. */
  default_claim_type: oneOf(['HOMESTEAD', 'CITY_CORE']).optional(),
})

const ALLOW_FLAGS = ['allow_claims', 'allow_mine', 'allow_place', 'allow_laws', 'allow_trade', 'allow_build'] as const

/** One world of a server, with its defaults filled in. */
export const WorldDefinition = WorldFields.transform((world) => {
  const entryPoints = entryPointsOf(world)
  const type = world.type ?? (upperId.safeParse(world.id).success ? world.id : 'OVERWORLD')
  return {
    ...world,
    type,
    entry_points: entryPoints,
    entry_point_id: world.entry_point_id ?? entryPoints[0]?.id ?? '',
    default_claim_type: world.default_claim_type ?? (type === 'CITY_HUB' ? 'CITY_CORE' : 'HOMESTEAD'),
    ...allowsOf(world),
  }
}).superRefine((world, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (world.reset_notice_ticks >= world.reset_every_ticks) {
    refuse(
      ['reset_notice_ticks'],
      `must be less than reset_every_ticks (${world.reset_every_ticks}), got ${world.reset_notice_ticks}`,
    )
  }
  for (const [index, { id }] of world.entry_points.entries()) {
    const first = world.entry_points.findIndex((entry) => entry.id === id)
    if (first !== index) refuse(['entry_points', index, 'id'], `must be unique, "${id}" is also entry_points[${first}]`)
  }
  for (const [index, { x, z }] of world.entry_points.entries()) {
    if (Math.max(Math.abs(x), Math.abs(z)) <= world.boundary_r) continue
    refuse(['entry_points', index], `must lie within boundary_r (${world.boundary_r}), got x ${x}, z ${z}`)
  }
  if (!world.entry_points.some(({ id }) => id === world.entry_point_id)) {
    refuse(['entry_point_id'], `must be one of the entry points, got "${world.entry_point_id}"`)
  }
})
export type WorldDefinition = z.infer<typeof WorldDefinition>

/** None given makes one at the origin; a single one is always open, since nobody could enter otherwise. */
function entryPointsOf(world: z.infer<typeof WorldFields>): EntryPoint[] {
  const [only, ...others] = world.entry_points
  if (only === undefined) {
    const id = world.entry_point_id ?? `${world.id.toLowerCase()}_entry`
    return [{ id, x: 0, z: 0, radius: DEFAULT_ENTRY_RADIUS_BLOCKS, enabled: true }]
  }
  return others.length === 0 ? [{ ...only, enabled: true }] : world.entry_points
}

/** A world that allows nothing was written by someone who did not say: it allows everything. */
function allowsOf(world: z.infer<typeof WorldFields>) {
  const nothing = ALLOW_FLAGS.every((name) => !world[name])
  return {
    allow_claims: nothing || world.allow_claims,
    allow_mine: nothing || world.allow_mine,
    allow_place: nothing || world.allow_place,
    allow_laws: nothing || world.allow_laws,
    allow_trade: nothing || world.allow_trade,
    allow_build: nothing || world.allow_build,
  }
}

const SwitchRouteFields = strictFields({
  from_world: placeId,
  to_world: placeId,
  from_entry_id: placeId,
  to_entry_id: placeId,
  requires_permit: flag().default(false),
})
/** A way from an entry point of one world to one of another. */
export type SwitchRoute = z.infer<typeof SwitchRouteFields>

/** The worlds of a server and the ways between them. */
export const WorldsFile = strictFields({
  default_world_id: placeId,
  worlds: listOf(WorldDefinition).min(1, { error: 'must name at least one world' }),
  switch_routes: listOf(SwitchRouteFields).default([]),
})
  .transform((file) => ({
    ...file,
    switch_routes: file.switch_routes.length > 0 ? file.switch_routes : everyRoute(file.worlds),
  }))
  .superRefine((file, context) => {
    for (const { path, message } of [...wrongWorlds(file), ...wrongRoutes(file)]) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
export type WorldsFile = z.infer<typeof WorldsFile>

interface Problem {
  path: (string | number)[]
  message: string
}

function wrongWorlds({ worlds, default_world_id: defaultId }: Omit<WorldsFile, 'switch_routes'>): Problem[] {
  const problems: Problem[] = []
  for (const [index, { id }] of worlds.entries()) {
    const first = worlds.findIndex((world) => world.id === id)
    if (first === index) continue
    problems.push({ path: ['worlds', index, 'id'], message: `must be unique, "${id}" is also worlds[${first}]` })
  }
  const ids = worlds.map(({ id }) => id)
  if (!ids.includes(defaultId)) {
    problems.push({ path: ['default_world_id'], message: unknownName('world', defaultId, ids) })
  }
  return problems
}

function wrongRoutes({ worlds, switch_routes: routes }: Pick<WorldsFile, 'worlds' | 'switch_routes'>): Problem[] {
  const problems: Problem[] = []
  for (const [index, route] of routes.entries()) {
    const refuse = (field: keyof SwitchRoute, message: string) =>
      problems.push({ path: ['switch_routes', index, field], message })
    if (route.from_world === route.to_world) refuse('to_world', 'must be another world than from_world')
    for (const end of ['from', 'to'] as const) {
      const world = worlds.find(({ id }) => id === route[`${end}_world`])
      if (world === undefined) {
        const ids = worlds.map(({ id }) => id)
        refuse(`${end}_world`, unknownName('world', route[`${end}_world`], ids))
        continue
      }
      const entryIds = world.entry_points.map(({ id }) => id)
      const entryId = route[`${end}_entry_id`]
      if (!entryIds.includes(entryId))
        refuse(`${end}_entry_id`, unknownName(`entry point of ${world.id}`, entryId, entryIds))
    }
  }
  return problems
}

function everyRoute(worlds: readonly WorldDefinition[]): SwitchRoute[] {
  return worlds.flatMap((from) =>
    worlds
      .filter((to) => to.id !== from.id)
      .map((to) => ({
        from_world: from.id,
        to_world: to.id,
        from_entry_id: from.entry_point_id,
        to_entry_id: to.entry_point_id,
        requires_permit: false,
      })),
  )
}
