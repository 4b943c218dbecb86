import type { Blueprint, ItemStack, TaskOf, Vec3 } from '@clawstead/protocol'
import { ORIGIN, quarterTurns } from '@clawstead/protocol/plain'
import { bodyAt } from '../body/standing.js'
import { allows } from '../land/permission.js'
import { divCeil } from '../math/integer.js'
import { OK, type Outcome, type Refusal, refuse, type TaskRule } from '../rule.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { placeBlock } from '../work/blocks.js'
import { denied } from '../work/denied.js'
import { explain } from '../work/explain.js'
import { planCell } from '../work/plan.js'
import { checkPrice, itemFor, pay, priceOf, purses } from '../work/plan-price.js'
import { supportedCells } from '../work/plan-support.js'
import { checkHeight, isWithinReach, tooFar } from '../work/reach.js'
import { refuseReserved } from '../work/reserved.js'
import type { Work } from '../work/task.js'
import { blockAt, isInWorld, type World } from '../world.js'

/** Share of a structure's cells that must rest on the ground, directly or through others of it. */
const SUPPORT_PERMILLE = 950

/** How long building waits for a body to get out of the way: 5 s at five ticks a second. */
const BODY_WAIT_TICKS = 25

type Build = Work<'BUILD_BLUEPRINT'>

/** Build a whole plan, a few blocks per tick. Rules BUILD1-BUILD11 in SPEC.md. */
export const buildBlueprint: TaskRule<TaskOf<'BUILD_BLUEPRINT'>, Build> = {
  slot: 'work',

  allowed: (world) =>
    world.config.definition.allow_build ? OK : refuse('E_NO_PERMISSION', 'blueprint build disabled in this world'),

  check(world, _agent, { blueprint_id = '', anchor = ORIGIN }) {
    if (blueprint_id === '') return refuse('E_BAD_REQUEST', 'missing blueprint_id')
    const outside = checkHeight(world, anchor)
    if (outside !== undefined) return outside
    return world.content.blueprints.has(blueprint_id) ? OK : refuse('E_INVALID_TARGET', 'unknown blueprint')
  },

  begin: (world, _agent, { blueprint_id = '', anchor = ORIGIN, rotation = 0 }, taskId) => ({
    kind: 'BUILD_BLUEPRINT',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    blueprintId: blueprint_id,
    anchor,
    turns: quarterTurns(rotation),
    next: 0,
    held: null,
  }),

  step(tx, agent, running) {
    const plan = tx.world.content.blueprints.get(running.blueprintId) as Blueprint
    if (running.held === null) {
      const started = start(tx, agent, running, plan)
      if (started !== 'running') return started
    }
    return buildOn(tx, agent, running, plan)
  },

  progress(world, _agent, { blueprintId, anchor, next }) {
    const total = world.content.blueprints.get(blueprintId)?.blocks.length ?? 0
    const progress = total === 0 ? 0 : Math.min(1, next / total)
    if (!world.profile.explains) return { progress, target: ORIGIN, etaTicks: 0 }
    const perTick = world.config.catalog.tuning.blueprint_blocks_per_tick
    return { progress, target: anchor, etaTicks: divCeil(total - next, perTick) }
  },
}

/** The first tick: every cell is looked at before anything is paid, and everything is paid before anything is built. */
function start(tx: Tx, agent: Agent, running: Build, plan: Blueprint): Outcome {
  const { world } = tx
  const { anchor, turns } = running
  if (!isWithinReach(world, agent, anchor, 'blueprint')) return tooFar(world, agent, anchor, 'blueprint')
  const standing: string[] = []
  const lacking: string[] = []
  for (let i = 0; i < plan.blocks.length; i++) {
    const refusal = refuseCell(tx, agent, plan, i, running)
    if (refusal !== undefined) return refusal
    const { block } = plan.blocks[i] as Blueprint['blocks'][number]
    if (isRight(world, planCell(plan, i, anchor, turns), block)) standing.push(block)
    else lacking.push(block)
  }
  if (lacking.length === 0) return 'done'
  const supported = supportedCells(world, plan, anchor, turns)
  if (supported * 1000 < plan.blocks.length * SUPPORT_PERMILLE) {
    return explain(world, 'E_BLOCKED', 'not enough support', { supported, cells: plan.blocks.length })
  }
  const price = priceOf(world.content, plan, standing)
  const from = purses(world, agent, anchor)
  const verdict = checkPrice(price, from)
  if (!verdict.ok) return verdict
  pay(tx, price, from)
  running.held = heldFor(world, price, lacking)
  return 'running'
}

/** One tick of building. */
function buildOn(tx: Tx, agent: Agent, running: Build, plan: Blueprint): Outcome {
  const { world } = tx
  const { content, profile } = world
  let left = world.config.catalog.tuning.blueprint_blocks_per_tick
  for (; running.next < plan.blocks.length; running.next++) {
    const at = planCell(plan, running.next, running.anchor, running.turns)
    const { block } = plan.blocks[running.next] as Blueprint['blocks'][number]
    const refusal = refuseCell(tx, agent, plan, running.next, running)
    if (refusal !== undefined) return refusal
    if (isRight(world, at, block)) continue
    if (left === 0) return 'running'
    const id = content.block(block)
    if (content.solid[id] === 1 && !profile.placesIntoBodies && bodyAt(world, at)) return waitForBody(running)
    placeBlock(tx, at, id, agent.id, 'BUILD_BLUEPRINT')
    running.held = spend(running.held ?? [], itemFor(content, block))
    running.workTicks = 0
    left--
  }
  return 'done'
}

/** While a build waits, `workTicks` counts how long. */
function waitForBody(running: Build): Outcome {
  running.workTicks++
  return running.workTicks > BODY_WAIT_TICKS ? refuse('E_BLOCKED', 'space occupied by a body') : 'running'
}

function refuseCell(
  tx: Tx,
  agent: Agent,
  plan: Blueprint,
  index: number,
  { anchor, turns }: Build,
): Refusal | undefined {
  const { world } = tx
  const { content } = world
  const at = planCell(plan, index, anchor, turns)
  const { block } = plan.blocks[index] as Blueprint['blocks'][number]
  if (!isInWorld(world, at)) return explain(world, 'E_INVALID_TARGET', 'out of bounds', { at })
  if (!content.blockIdByName.has(block)) return refuse('E_INTERNAL', 'unknown block in blueprint')
  if (!allows(world, agent, at, 'build')) return denied(tx, agent, 'build denied')
  const reserved = refuseReserved(world, [at])
  if (reserved !== undefined) return reserved
  const there = blockAt(world, at)
  if (content.blockNames[there] === block || content.replaceable[there] === 1) return undefined
  return explain(world, 'E_BLOCKED', 'space occupied', { at, block: content.blockNames[there] })
}

function isRight(world: World, at: Vec3, block: string): boolean {
  return world.content.blockNames[blockAt(world, at)] === block
}

/** What is given back if the build ends early: of each item, as many as blocks are still to be made of it. */
function heldFor(world: World, price: readonly ItemStack[], lacking: readonly string[]): ItemStack[] {
  return price
    .map(({ item, count }) => {
      const blocks = lacking.filter((block) => itemFor(world.content, block) === item).length
      return { item, count: Math.min(count, blocks) }
    })
    .filter(({ count }) => count > 0)
}

function spend(held: readonly ItemStack[], item: string | undefined): readonly ItemStack[] {
  return held
    .map((stack) => (stack.item === item ? { item: stack.item, count: stack.count - 1 } : stack))
    .filter(({ count }) => count > 0)
}
