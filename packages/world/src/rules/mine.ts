import type { BlockDefinition, TaskOf, Vec3 } from '@clawstead/protocol'
import { ORIGIN } from '@clawstead/protocol/plain'
import { toStacks } from '../inventory.js'
import { allows } from '../land/permission.js'
import { OK, type Outcome, refuse, type TaskRule } from '../rule.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { breakBlock } from '../work/blocks.js'
import { denied } from '../work/denied.js'
import { doorCells } from '../work/doors.js'
import { containerIn, hasReserved } from '../work/objects.js'
import { workProgress } from '../work/progress.js'
import { checkHeight, isWithinReach, tooFar } from '../work/reach.js'
import { refuseReserved } from '../work/reserved.js'
import { yieldsTo } from '../work/roll-drops.js'
import type { Work } from '../work/task.js'
import { bestTool, type Tool, ticksToBreak } from '../work/tools.js'
import { moveItems, wearTool } from '../work/wear.js'
import { blockAt } from '../world.js'

/** Break one block within reach; what it drops lies where it stood. Rules MINE1-MINE12 in SPEC.md. */
export const mine: TaskRule<TaskOf<'MINE'>, Work<'MINE'>> = {
  slot: 'work',

  allowed: (world) =>
    world.config.definition.allow_mine ? OK : refuse('E_NO_PERMISSION', 'mining disabled in this world'),

  check: (world, _agent, { block_pos = ORIGIN }) => checkHeight(world, block_pos) ?? OK,

  begin: (world, _agent, { block_pos = ORIGIN }, taskId) => ({
    kind: 'MINE',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    at: block_pos,
  }),

  step(tx, agent, running) {
    const { world } = tx
    const { at } = running
    if (!isWithinReach(world, agent, at, 'mine')) return tooFar(world, agent, at, 'mine', { code: 'E_INVALID_TARGET' })
    if (!allows(world, agent, at, 'break')) return denied(tx, agent, 'break denied')
    const block = world.content.blocks[blockAt(world, at)] as BlockDefinition
    if (block.id === 'AIR') return refuse('E_INVALID_TARGET', 'no block')
    if (!block.breakable && !world.profile.breaksAnything) return refuse('E_INVALID_TARGET', 'not breakable')
    const reserved = refuseReserved(world, doorCells(world, at))
    if (reserved !== undefined) return reserved
    const tool = bestTool(world.content, agent.inventory, block.tool)
    const tier = tool?.tier ?? 0
    const staminaMilli = world.profile.mining.staminaMilli[tier] as number
    // Tired hands wait; they do not give up.
    if (agent.staminaMilli < staminaMilli) return 'running'
    tx.change(agent).staminaMilli -= staminaMilli
    running.workTicks++
    if (running.workTicks < ticksToBreak(world, block, tier)) return 'running'
    const container = containerIn(world, at)
    if (container !== undefined && hasReserved(container)) return refuse('E_BLOCKED', 'container has reserved items')
    return harvest(tx, agent, at, block, tool)
  },

  progress(world, agent, { at, workTicks }) {
    const block = world.content.blocks[blockAt(world, at)] as BlockDefinition
    const tier = bestTool(world.content, agent.inventory, block.tool)?.tier ?? 0
    return workProgress(world, workTicks, ticksToBreak(world, block, tier), at)
  },
}

/** The last tick of work: the block goes, what it held is the miner's, and the tool has one use less. */
function harvest(tx: Tx, agent: Agent, at: Vec3, block: BlockDefinition, tool: Tool | undefined): Outcome {
  const { world } = tx
  const { inventory } = tx.change(agent)
  const container = containerIn(world, at)
  if (container !== undefined) {
    for (const { item, count } of toStacks(container.inventory)) {
      moveItems(world.content, container.inventory, inventory, item, count)
    }
  }
  breakBlock(tx, at, tool, agent.id, 'MINE')
  const detail: Record<string, unknown> = {}
  if (!yieldsTo(block, tool) && block.drops.length > 0) detail.needs_tool = { family: block.tool, tier: block.min_tier }
  if (world.profile.toolsWear && tool?.durability != null && wearTool(inventory, tool.item, tool.durability)) {
    detail.broken_tool = tool.item
  }
  return Object.keys(detail).length === 0 ? 'done' : { ok: true, detail }
}
