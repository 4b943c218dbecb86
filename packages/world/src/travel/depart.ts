import { leaveDoors } from '../body/doors.js'
import type { Agent } from '../state.js'
import { clearSlot } from '../tasks.js'
import type { Tx } from '../tx.js'
import { type Gates, type Transfer, transferId } from './transfer.js'
import { toTraveller } from './traveller.js'

interface Destination {
  readonly to: string
  readonly gates: Gates | null
  /** The request to be answered on arrival. */
  readonly ref: string | null
}

/**
 * Takes an agent out of this world, with all it has, and keeps it until the other world has it. What it was doing ends
 * without a word; what a task still held goes along.
 */
export function depart(tx: Tx, agent: Agent, { to, gates, ref }: Destination): void {
  clearSlot(tx, agent, 'movement')
  clearSlot(tx, agent, 'work')
  agent.journeys++
  tx.removeAgent(agent)
  leaveDoors(tx, agent)
  const { id: agentId, journeys: journey, pos } = agent
  const recalled = tx.memoryByAgent.get(agentId) ?? []
  tx.memoryByAgent.delete(agentId)
  const from = tx.world.config.id
  const traveller = toTraveller(agent)
  const transfer: Transfer = { agentId, journey, from, to, gates, ref, recalled, pos, traveller }
  tx.world.state.outbox.set(transferId(transfer), transfer)
  tx.touch('transfer', transferId(transfer))
  tx.departures.push(transfer)
}

/** The other world has it: nothing of the agent is kept here any longer. */
export function forgetDeparted(tx: Tx, name: Pick<Transfer, 'agentId' | 'journey'>): void {
  tx.world.state.outbox.delete(transferId(name))
  tx.touch('transfer', transferId(name))
}

/** Moves an agent by somebody else's will: no gate, no way and no waiting is asked for. */
export function moveAway(tx: Tx, agent: Agent, to: string): void {
  const from = tx.world.config.id
  const known = tx.world.config.atlas?.worlds.some((world) => world.id === to) === true
  if (to === from) tx.switches.push({ from, to, result: 'admin_noop' })
  else if (!known) tx.switches.push({ from, to: '', result: 'admin_world_not_found' })
  else {
    tx.switches.push({ from, to, result: 'admin_ok' })
    depart(tx, agent, { to, gates: null, ref: null })
  }
}
