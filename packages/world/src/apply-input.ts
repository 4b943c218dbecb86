import type { Act, AgentId, KnownInstant, KnownTask } from '@clawstead/protocol'
import { ACT_STALE_TICKS, isAddedInstant, isKnownInstant, isKnownTask } from '@clawstead/protocol/plain'
import { birth } from './body/birth.js'
import { applyEdit } from './history/apply-edit.js'
import type { Input } from './inputs.js'
import { compareIds } from './order.js'
import { type Answer, LATER, type Refusal, refuse } from './rule.js'
import { instantRule, NOT_HERE, taskRule } from './rules/index.js'
import { isRebuilt } from './season/is-rebuilt.js'
import { rebuild } from './season/rebuild.js'
import type { Agent, MovementTask, WorkTask } from './state.js'
import { clearSlot } from './tasks.js'
import { arrive } from './travel/arrive.js'
import { depart, forgetDeparted, moveAway } from './travel/depart.js'
import { switchOutcome } from './travel/switch-verdict.js'
import type { Tx } from './tx.js'
import { findAgent } from './world.js'

/** What an agent asks for that is about to leave and would not be here to do it. */
const SWITCHING = refuse('E_CONFLICT', 'switching worlds')

/** Carries out one input. Nothing else changes a world from outside. */
export function applyInput(tx: Tx, input: Input): void {
  switch (input.kind) {
    case 'join':
      birth(tx, input.agentId, input.name)
      break
    case 'edit':
      applyEdit(tx, input.edit, input.by)
      break
    case 'arrive':
      arrive(tx, input.transfer)
      break
    case 'arrived':
      forgetDeparted(tx, input)
      break
    case 'gates':
      tx.world.state.closedGates = [...input.closed].sort(compareIds)
      tx.touch('gates', 'all')
      break
    case 'reset':
      if (isRebuilt(tx.world)) rebuild(tx)
      break
    default:
      applyAgentInput(tx, input)
  }
}

function applyAgentInput(tx: Tx, input: Extract<Input, { agentId: AgentId }>): void {
  const agent = findAgent(tx.world, input.agentId)
  // Whoever it is from has left a moment ago: only the host can say where it is to be told now.
  if (agent === undefined) {
    tx.strays.push(input)
    return
  }
  switch (input.kind) {
    case 'depart':
      moveAway(tx, agent, input.to)
      break
    case 'attach':
      tx.change(agent).connected = true
      break
    case 'detach':
      tx.change(agent).connected = false
      break
    case 'refuse_act':
      reject(tx, agent, 'ACT', refuse(input.code, input.message))
      break
    case 'act':
      applyAct(tx, agent, input.act, input.additions === true)
      break
  }
}

/** Cancels, then instants, then tasks, each in the order given. Who goes to another world leaves last of all. */
function applyAct(tx: Tx, agent: Agent, act: Act, additions: boolean): void {
  if (act.tick < tx.tick - ACT_STALE_TICKS || act.tick > tx.tick) applyStaleAct(tx, agent, act)
  else applyFreshAct(tx, agent, act, additions)
  const leaving = tx.leaving.get(agent.id)
  if (leaving !== undefined) depart(tx, agent, leaving)
}

/** Going through a gate does not depend on what was last seen of the world; everything else does. */
function applyStaleAct(tx: Tx, agent: Agent, act: Act): void {
  const switches = act.instants.filter((instant) => instant.type === 'SWITCH_WORLD')
  const others = act.cancel.length + act.instants.length - switches.length + act.tasks.length
  if (others > 0 || switches.length === 0) reject(tx, agent, 'ACT', refuse('E_STALE', 'act tick out of range'))
  for (const instant of switches) if (isKnownInstant(instant)) doInstant(tx, agent, instant)
}

function applyFreshAct(tx: Tx, agent: Agent, act: Act, additions: boolean): void {
  for (const taskId of act.cancel) cancel(tx, agent, taskId)
  for (const instant of act.instants) {
    if (isKnownInstant(instant) && (additions || !isAddedInstant(instant.type))) doInstant(tx, agent, instant)
    else reject(tx, agent, instant.id, refuse('E_BAD_REQUEST', 'unknown instant type'))
  }
  for (const task of act.tasks) {
    if (tx.leaving.has(agent.id)) reject(tx, agent, task.id, SWITCHING)
    else if (isKnownTask(task)) requestTask(tx, agent, task)
    else reject(tx, agent, task.id, refuse('E_BAD_REQUEST', 'unknown task type'))
  }
}

function doInstant(tx: Tx, agent: Agent, instant: KnownInstant): void {
  if (instant.type === 'SWITCH_WORLD') {
    if (tx.leaving.has(agent.id)) {
      reject(tx, agent, instant.id, SWITCHING)
      return
    }
    tx.switches.push(switchOutcome(tx.world, agent, instant))
  }
  const rule = instantRule(instant.type)
  if (rule === NOT_HERE) {
    reject(tx, agent, instant.id, notHere(instant.type))
    return
  }
  const verdict = rule.check(tx.world, agent, instant)
  if (!verdict.ok) {
    reject(tx, agent, instant.id, verdict)
    return
  }
  const answer = rule.apply(tx, agent, instant)
  if (answer !== LATER) accept(tx, agent, instant.id, answer)
}

function requestTask(tx: Tx, agent: Agent, task: KnownTask): void {
  const rule = taskRule(task.type)
  if (rule === NOT_HERE) {
    reject(tx, agent, task.id, notHere(task.type))
    return
  }
  if (rule.slot === 'none') {
    const verdict = rule.check(tx.world, agent, task)
    if (verdict.ok) accept(tx, agent, task.id, rule.apply(tx, agent, task))
    else reject(tx, agent, task.id, verdict)
    return
  }
  const allowed = rule.allowed?.(tx.world)
  const verdict =
    allowed !== undefined && !allowed.ok
      ? allowed
      : agent[rule.slot] === null
        ? rule.check(tx.world, agent, task)
        : refuse('E_CONFLICT', `${rule.slot} task slot occupied`)
  if (!verdict.ok) {
    reject(tx, agent, task.id, verdict)
    return
  }
  const taskId = tx.nextTaskId()
  const running = rule.begin(tx.world, agent, task, taskId)
  if (rule.slot === 'movement') tx.change(agent).movement = running as MovementTask
  else tx.change(agent).work = running as WorkTask
  accept(tx, agent, task.id, { task_id: taskId, ...rule.answer?.(tx.world, task, running) })
}

function cancel(tx: Tx, agent: Agent, taskId: string): void {
  if (agent.movement?.taskId === taskId) clearSlot(tx, agent, 'movement')
  else if (agent.work?.taskId === taskId) clearSlot(tx, agent, 'work')
  else {
    reject(tx, agent, taskId, refuse('E_INVALID_TARGET', 'task not found'))
    return
  }
  accept(tx, agent, taskId, { message: 'canceled' })
}

/** An action the protocol knows and this world has no rules for. */
function notHere(type: string): Refusal {
  return refuse('E_BAD_REQUEST', `${type} is not available in this world`)
}

function accept(tx: Tx, agent: Agent, ref: string, answer: Answer): void {
  tx.emit(agent, { t: tx.tick, type: 'ACTION_RESULT', ref, ok: true, ...answer })
}

function reject(tx: Tx, agent: Agent, ref: string, { code, message, detail }: Refusal): void {
  tx.emit(agent, { t: tx.tick, type: 'ACTION_RESULT', ref, ok: false, code, message, ...detail })
}
