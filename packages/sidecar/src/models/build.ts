import { quarterTurns, unknownName, type Vec3 } from '@clawstead/protocol'
import { defineSkill, type Skill, type SkillContext, SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { ACT_WAIT_MS_DEFAULT, BUILD_CONFLICTS_SHOWN, TOOL_TIMEOUT_MS } from '../limits.js'
import { blueprintsOf, type KnownBlueprint } from '../perception/catalogs.js'
import { type Site, surveySite } from '../perception/site.js'
import type { Surroundings } from '../perception/surroundings.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { nameActions } from '../tools/actions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { performInOrder, report } from './act-and-wait.js'
import { Cell, carriedBy, Fields, placeOf, toCell } from './common.js'
import type { NamedAction } from './perform.js'

export function build(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/build',
    version: VERSION,
    author: AUTHOR,
    description:
      'Blueprints. Without `blueprint`: list them. With it and `anchor` (where its origin goes): materials and conflicts. With `go` too: build it when all is there, and wait.',
    input: z.object({
      blueprint: z.string().optional(),
      anchor: Cell.optional(),
      rotation: z.int().optional().describe('quarter turns 0-3'),
      go: z.boolean().optional(),
    }),
    output: z.object({
      blueprints: z.array(Fields).optional(),
      materials: z.array(Fields).optional(),
      site: Fields.optional(),
      outcome: Fields.optional(),
      next: z.string(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ blueprint, anchor, rotation = 0, go = false }, context) =>
      sessions.use(context.caller.identity, async (session) => {
        const place = await placeOf(session)
        const known = await blueprintsOf(session.connection)
        if (blueprint === undefined) return listPlans(known)
        const plan = known.find(({ id }) => id === blueprint.trim().toLowerCase())
        if (plan === undefined) {
          const names = known.map(({ id }) => id)
          throw new SkillError('bad_input', unknownName('blueprint', blueprint, names), {
            next: 'Call without blueprint to list them.',
          })
        }
        const request = { plan, anchor: anchor === undefined ? place.obs.self.pos : toCell(anchor), rotation }
        const checked = check(place, request)
        if (!go) return checked.told
        if (anchor === undefined) {
          throw new SkillError('bad_input', 'anchor: needed to build', { next: 'Name the cell its origin goes to.' })
        }
        if (checked.problem !== undefined) throw new SkillError('failed', checked.problem, { next: checked.told.next })
        return { ...checked.told, ...(await buildNow(session, request, context)) }
      }),
  })
}

type BuildRequest = { readonly plan: KnownBlueprint; readonly anchor: Vec3; readonly rotation: number }

function listPlans(plans: readonly KnownBlueprint[]) {
  return {
    blueprints: plans.map(({ id, blocks, cost }) => ({
      id,
      blocks: blocks.length,
      cost: Object.fromEntries(cost.map(({ item, count }) => [item, count])),
    })),
    next: 'Call again with `blueprint` and `anchor` to see what it needs there.',
  }
}

/** The materials and the ground, before anything is spent. */
function check(place: Surroundings, { plan, anchor, rotation }: BuildRequest) {
  const site = surveySite(place, plan, anchor, quarterTurns(rotation))
  const carried = carriedBy(place)
  const materials = plan.cost.map(({ item, count }) => {
    const need = Math.max(count - (site.standing.get(item) ?? 0), 0)
    const have = carried.get(item) ?? 0
    return { item, need, have, ...(have < need ? { missing: need - have } : {}) }
  })
  const lacking = materials.filter(({ missing }) => missing !== undefined)
  const problem = problemOf(site, lacking)
  const told = {
    materials,
    site: {
      anchor,
      from: site.box[0],
      to: site.box[1],
      conflicts: site.conflicts.slice(0, BUILD_CONFLICTS_SHOWN),
      conflict_count: site.conflicts.length,
      unseen_cells: site.unseen,
    },
    next: adviceFor(site, lacking),
  }
  return { told, problem }
}

type Lacking = readonly { readonly item: string; readonly missing?: number }[]

function problemOf({ conflicts }: Site, lacking: Lacking): string | undefined {
  const [conflict] = conflicts
  if (conflict !== undefined) {
    return `${conflicts.length} cells are occupied, the first at ${JSON.stringify(conflict.at)} by ${conflict.block}`
  }
  const items = lacking.map(({ item, missing }) => `${missing} ${item}`).join(', ')
  return items === '' ? undefined : `materials are missing: ${items}`
}

function adviceFor({ conflicts, unseen }: Site, lacking: Lacking): string {
  if (conflicts.length > 0)
    return 'Choose another anchor or rotation, MINE the cells that are named, or step out of them.'
  const [first] = lacking
  if (first !== undefined) {
    return `Get the missing items (voxelcraft_plan make ${first.item}); chests close to the anchor count too, with act BUILD_BLUEPRINT.`
  }
  if (unseen > 0) return 'Part of the site was never seen; walk closer to be sure, or call again with go true.'
  return 'All is there: call again with go true.'
}

async function buildNow(
  session: Session,
  { plan, anchor, rotation }: BuildRequest,
  context: Pick<SkillContext, 'signal' | 'progress'>,
) {
  const task = { type: 'BUILD_BLUEPRINT', blueprint_id: plan.id, anchor, rotation }
  const { tasks } = nameActions([], [task], session.stamps)
  const request = { instants: [], tasks: tasks as NamedAction[], cancel: [] }
  const performance = await performInOrder(session, request, Date.now() + ACT_WAIT_MS_DEFAULT, context)
  const outcome = await report(session, performance)
  const advice = outcome.actions.find((action) => 'next' in action) as { next?: string } | undefined
  const next = outcome.next ?? advice?.next ?? 'It stands.'
  return { outcome: { ...outcome }, next }
}
