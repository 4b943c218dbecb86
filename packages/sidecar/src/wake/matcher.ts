import type { Obs, ReceivedEvent } from '@clawstead/protocol'
import { isAddressed } from '../perception/event-view.js'
import type { Condition } from './condition.js'

export type Me = { readonly agentId: string; readonly name: string }

/** Something that holds now, by a key that tells it from other things of the same condition. */
export type Holding = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** A condition made ready: which events it looks at, and what of an observation. */
export type Matcher = {
  /** Events of other types never reach `matches`; undefined when no event matters. */
  readonly types?: ReadonlySet<string>
  matches?(event: ReceivedEvent, me: Me): boolean
  /** What holds in an observation; undefined when observations do not matter, so nobody looks at them. */
  holds?(obs: Obs): Holding
}

/** What hurts without anybody meaning it. */
const NATURAL_HARM: ReadonlySet<unknown> = new Set(['FALL', 'DROWNING', 'BURN', 'PRICK', 'STARVATION', 'COLD'])
const NOTHING: Holding = new Map()

type ConditionOf<Kind extends Condition['on']> = Extract<Condition, { readonly on: Kind }>

const MATCHER_BY_KIND: { readonly [Kind in Condition['on']]: (condition: ConditionOf<Kind>) => Matcher } = {
  attacked: () => ({ types: new Set(['DAMAGE']), matches: (event) => !NATURAL_HARM.has(fieldsOf(event).kind) }),
  damaged: ({ kind }) => eventMatcher(['DAMAGE'], { kind }),
  died: () => eventMatcher(['RESPAWN'], {}),
  trade: ({ from }) => eventMatcher(['TRADE_OFFER'], { from }),
  world: () => eventMatcher(['WORLD_RESET_NOTICE', 'WORLD_RESET_DONE', 'WORLD_SWITCH', 'SEASON_ROLLOVER'], {}),
  event: ({ types, where = {} }) => eventMatcher(types, where),
  message: messageMatcher,
  task: taskMatcher,
  hp: ({ below }) => levelMatcher('hp', below),
  hunger: ({ below }) => levelMatcher('hunger', below),
  has: (condition) => ({ holds: (obs) => stockHolds(obs, condition) }),
  agent_near: (condition) => ({ holds: (obs) => agentsNear(obs, condition) }),
  ticks: ({ count }) => ticksMatcher(count),
}

export function matcherOf(condition: Condition): Matcher {
  // The table pairs each kind with a maker for that kind; the type system cannot follow that through a union.
  const make = MATCHER_BY_KIND[condition.on] as (condition: Condition) => Matcher
  return make(condition)
}

function fieldsOf(event: ReceivedEvent): Readonly<Record<string, unknown>> {
  return event
}

/** Events of some types whose fields have the values asked for. */
function eventMatcher(types: readonly string[], wanted: Readonly<Record<string, unknown>>): Matcher {
  const asked = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return {
    types: new Set(types),
    matches: (event) => asked.every(([field, value]) => fieldsOf(event)[field] === value),
  }
}

function messageMatcher({ to, from, channel, contains }: ConditionOf<'message'>): Matcher {
  const part = contains?.toLowerCase()
  return {
    types: new Set(['CHAT']),
    matches(event, me) {
      const said = fieldsOf(event)
      // The world repeats one's own words; they are no news.
      if (said.from === me.agentId || (to === 'me' && !isAddressed(event, me))) return false
      if (from !== undefined && said.from !== from) return false
      if (channel !== undefined && said.channel !== channel) return false
      return part === undefined || (typeof said.text === 'string' && said.text.toLowerCase().includes(part))
    },
  }
}

/**
 * The end of a task. A failure does not say what kind of task it was, and one that was dropped says nothing at all, so the
 * running tasks of each observation are kept.
 */
function taskMatcher({ task_id, kind, outcome }: ConditionOf<'task'>): Matcher {
  let kindById: ReadonlyMap<string, string> = new Map()
  const isWanted = (id: unknown, itsKind: string | undefined): boolean =>
    (task_id === undefined || id === task_id) && (kind === undefined || itsKind === kind)
  const ended = new Set<unknown>()
  return {
    types: new Set(['TASK_DONE', 'TASK_FAIL']),
    matches(event) {
      const { task_id: id, kind: told } = fieldsOf(event)
      ended.add(id)
      const result = event.type === 'TASK_DONE' ? 'done' : 'failed'
      if (outcome !== undefined && outcome !== result) return false
      return isWanted(id, typeof told === 'string' ? told : kindById.get(String(id)))
    },
    holds({ tasks }) {
      const before = kindById
      kindById = new Map(tasks.map((task) => [task.task_id, task.kind]))
      const dropped = new Map<string, Record<string, unknown>>()
      for (const [id, itsKind] of before) {
        const isDropped = !kindById.has(id) && !ended.has(id)
        if (!isDropped || !isWanted(id, itsKind) || (outcome !== undefined && outcome !== 'dropped')) continue
        dropped.set(id, { task_id: id, kind: itsKind, outcome: 'dropped' })
      }
      for (const id of ended) if (!before.has(String(id))) ended.delete(id)
      return dropped
    },
  }
}

function levelMatcher(field: 'hp' | 'hunger', below: number): Matcher {
  return { holds: ({ self }) => (self[field] < below ? new Map([[field, { [field]: self[field] }]]) : NOTHING) }
}

function stockHolds({ inventory }: Obs, { item, count }: ConditionOf<'has'>): Holding {
  const have = inventory.reduce((sum, stack) => sum + (stack.item === item ? stack.count : 0), 0)
  return have >= count ? new Map([[item, { item, count: have }]]) : NOTHING
}

function agentsNear({ self, entities, agent_id }: Obs, condition: ConditionOf<'agent_near'>): Holding {
  const { within, agent } = condition
  const near = new Map<string, Record<string, unknown>>()
  for (const { id, type, pos } of entities) {
    if (type !== 'AGENT' || id === agent_id || (agent !== undefined && id !== agent)) continue
    const [x, y, z] = self.pos
    const blocks = Math.max(Math.abs(pos[0] - x), Math.abs(pos[1] - y), Math.abs(pos[2] - z))
    if (blocks <= within) near.set(id, { agent_id: id, at: pos, blocks })
  }
  return near
}

/** Holds once every so many ticks; ticks that start over with another server start the count over too. */
function ticksMatcher(count: number): Matcher {
  let from: number | undefined
  return {
    holds({ tick }) {
      if (from === undefined || tick < from) from = tick
      if (tick - from < count) return NOTHING
      const passed = tick - from
      from = tick
      return new Map([[String(tick), { tick, ticks: passed }]])
    },
  }
}
