import type { Agents } from '../host/agents.js'
import type { HostedWorld } from '../host/host.js'
import type { KnownAct, WorldStart } from '../host/world-runner.js'
import type { Logger } from '../log.js'
import type { Session } from './session.js'

interface Meeting {
  readonly agents: Agents<Session>
  readonly log: Logger
  readonly sessions: Iterable<Session>
}

/**
 * Brings a world that was just brought up, and those who are connected, up to date with each other: who is there, who
 * is watched, who is gone, and which acts were taken.
 */
export function meetWorld(world: HostedWorld, start: WorldStart, { agents, log, sessions }: Meeting): void {
  for (const { id, name, connected } of start.agents) {
    const agent = agents.get(id) ?? agents.adopt(id, name, world.id)
    agent.isBorn = true
    agent.worldId = world.id
    const session = agents.connectionOf(id)
    if (session?.isIn(world)) void session.worldBack({ isConnected: connected })
    else if (connected) {
      world.runner.submit({ kind: 'detach', agentId: id }).catch((error: unknown) => {
        log.warn({ worldId: world.id, agentId: id, err: error }, 'an agent could not be detached')
      })
    }
  }
  for (const act of start.acts) rememberAct(agents, world, act)
  const present = new Set(start.agents.map(({ id }) => id))
  for (const session of sessions) {
    const { agent } = session
    if (agent === undefined || !session.isIn(world) || present.has(agent.id)) continue
    // Not joined yet, or on its way here from another world: to be observed as soon as it is there.
    void session.worldBack({ isConnected: agent.isBorn })
  }
}

function rememberAct(
  agents: Agents<Session>,
  world: HostedWorld,
  { agentId, actId, idempotencyKey, tick }: KnownAct,
): void {
  const ledger = agents.get(agentId)?.acts
  if (ledger === undefined || ledger.find(world.id, actId, undefined, tick) !== undefined) return
  const key = idempotencyKey.trim() === '' || idempotencyKey === actId ? undefined : idempotencyKey
  ledger.remember({ actId, worldId: world.id, meantFor: world.id, atTick: tick, taken: tick }, key)
}
