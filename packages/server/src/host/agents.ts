import type { AgentId } from '@clawstead/protocol'
import { type ActLedger, createActLedger } from './act-ledger.js'
import type { KeyedJournal } from './keyed-journal.js'
import { createResumeTokens, type ResumeTokens, type TokenHashes } from './resume-tokens.js'
import type { MemoryItem } from './world-runner.js'

/** One agent as the host knows it. Where it stands and what it carries is the world's to know. */
export interface AgentRecord {
  readonly id: AgentId
  readonly number: number
  readonly name: string
  worldId: string
  readonly acts: ActLedger
  /** Its world has it. Not yet so between its first HELLO and the tick that joins it. */
  isBorn: boolean
  /** Cursor of the last event that was handed to a client of this agent. */
  toldCursor: number
  /** Remembered keys that were asked for and never shown. */
  owedMemory: readonly MemoryItem[]
  /** The number of its latest watcher; observations made for an earlier one are not shown. */
  watch: number
}

/**
 * Who exists, in which world, and which connection speaks for whom. Agents are numbered once for all worlds and stay
 * for good; connections come and go.
 */
export interface Agents<Connection> {
  create(name: string, worldId: string): AgentRecord
  /** Takes in an agent that a world has and nobody here knows: nobody can come back as it, but it is there. */
  adopt(id: AgentId, name: string, worldId: string): AgentRecord
  get(id: AgentId): AgentRecord | undefined
  /** The agent is in another world from now on, or on its way there. */
  move(id: AgentId, worldId: string, name: string): AgentRecord
  /** All agents in the order they were made. */
  all(): Iterable<AgentRecord>
  readonly count: number
  readonly tokens: ResumeTokens
  /** Resolves when all agents and tokens made so far would survive a power cut. */
  safe(): Promise<void>
  /** Why they cannot be written now, if they cannot. */
  readonly trouble: string | undefined
  /** Notes how far each agent was told its events, for a start after a crash. */
  noteTold(): void
  /** From now on this connection speaks for the agent. Returns the one it takes the place of. */
  attach(id: AgentId, connection: Connection): Connection | undefined
  /** Ends a connection's say. False when it had none any more: another one has taken its place. */
  detach(id: AgentId, connection: Connection): boolean
  connectionOf(id: AgentId): Connection | undefined
}

/** What the journal holds of an agent, by key: `agent A1`, `token A1`, `told A1`. */
type Stored = { readonly name: string; readonly world: string }

/** Agents live in memory alone unless there is a journal to keep them in. */
export function createAgents<Connection>(journal?: KeyedJournal): Agents<Connection> {
  const agentById = new Map<AgentId, AgentRecord>()
  const connectionByAgent = new Map<AgentId, Connection>()
  const notedCursor = new Map<AgentId, number>()
  let lastNumber = 0
  let trouble: string | undefined
  const tokens = createResumeTokens((id, { current, previous }) => {
    journal?.set(`token ${id}`, { current, previous: previous ?? null })
  })

  function add(id: AgentId, name: string, worldId: string): AgentRecord {
    const number = Number(id.slice(1))
    lastNumber = Math.max(lastNumber, number)
    const acts = createActLedger()
    const agent: AgentRecord = {
      id,
      number,
      name,
      worldId,
      acts,
      isBorn: false,
      toldCursor: 0,
      owedMemory: [],
      watch: 0,
    }
    agentById.set(id, agent)
    return agent
  }

  function store({ id, name, worldId }: AgentRecord): void {
    const stored: Stored = { name, world: worldId }
    journal?.set(`agent ${id}`, stored)
  }

  for (const [key, value] of journal?.found ?? []) {
    const [kind, id] = key.split(' ') as [string, AgentId]
    if (kind === 'agent') add(id, (value as Stored).name, (value as Stored).world)
  }
  for (const [key, value] of journal?.found ?? []) {
    const [kind, id] = key.split(' ') as [string, AgentId]
    const agent = agentById.get(id)
    if (agent === undefined) continue
    if (kind === 'told') agent.toldCursor = value as number
    if (kind !== 'token') continue
    const { current, previous } = value as { current: string; previous: string | null }
    const hashes: TokenHashes = { current, previous: previous ?? undefined }
    tokens.restore(id, hashes)
  }

  return {
    create(name, worldId) {
      const agent = add(`A${lastNumber + 1}` as AgentId, name, worldId)
      store(agent)
      return agent
    },
    adopt(id, name, worldId) {
      const agent = add(id, name, worldId)
      store(agent)
      return agent
    },
    get: (id) => agentById.get(id),
    move(id, worldId, name) {
      const agent = agentById.get(id) ?? add(id, name, worldId)
      agent.worldId = worldId
      agent.isBorn = true
      store(agent)
      return agent
    },
    all: () => agentById.values(),
    get count() {
      return agentById.size
    },
    tokens,
    async safe() {
      try {
        await journal?.safe()
        trouble = undefined
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error)
        throw error
      }
    },
    get trouble() {
      return trouble
    },
    noteTold() {
      for (const { id, toldCursor } of agentById.values()) {
        if ((notedCursor.get(id) ?? 0) === toldCursor) continue
        notedCursor.set(id, toldCursor)
        journal?.set(`told ${id}`, toldCursor)
      }
    },
    attach(id, connection) {
      const previous = connectionByAgent.get(id)
      connectionByAgent.set(id, connection)
      return previous
    },
    detach(id, connection) {
      if (connectionByAgent.get(id) !== connection) return false
      connectionByAgent.delete(id)
      return true
    },
    connectionOf: (id) => connectionByAgent.get(id),
  }
}
