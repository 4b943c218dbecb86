import type { ReceivedEvent } from '@clawstead/protocol'
import { defineSkill, type Skill, type SkillContext, SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { ACT_EVENTS_MAX, ACT_WAIT_MS_DEFAULT, TOOL_TIMEOUT_MS, WAIT_MS_MAX } from '../limits.js'
import { isImportant, labelled, untold, viewEvent } from '../perception/event-view.js'
import { stepsBetween } from '../perception/geometry.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { nameActions, readActions } from '../tools/actions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { adviceFor } from './advice.js'
import { carriedBy, Fields, notConnected, selfOf, wholeWithin } from './common.js'
import { hasEnded, type WatchedAction } from './outcome-watch.js'
import { type NamedAction, type Performance, perform } from './perform.js'

export function actAndWait(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/act_and_wait',
    version: VERSION,
    author: AUTHOR,
    description:
      'Do things and wait for the outcome. `cancel`s task_ids first; `tasks` run one after the other until one fails: [{"type":"MOVE_TO","target":[x,y,z]},{"type":"MINE","block_pos":[x,y,z]},{"type":"GATHER"}]. Stops early when I am hurt, addressed or offered a trade. Without actions it waits for running tasks or news.',
    input: z.object({
      tasks: z.array(Fields).optional(),
      instants: z.array(Fields).optional(),
      cancel: z.array(z.string()).optional(),
      wait_ms: wholeWithin(0, WAIT_MS_MAX, 'default 30000').optional(),
    }),
    output: z.object({
      ended: z.enum(['done', 'failed', 'interrupted', 'timeout']),
      actions: z.array(Fields),
      self: Fields,
      events: z.array(Fields),
      because: Fields.optional(),
      next: z.string().optional(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    async run({ tasks, instants, cancel = [], wait_ms = ACT_WAIT_MS_DEFAULT }, context) {
      const asked = { instants: readActions('instants', instants), tasks: readActions('tasks', tasks) }
      return sessions.use(context.caller.identity, async (session) => {
        if ((await session.glance()) === undefined) throw notConnected(session)
        const named = nameActions(asked.instants, asked.tasks, session.stamps)
        const request = { instants: named.instants as NamedAction[], tasks: named.tasks as NamedAction[], cancel }
        const performance = await performInOrder(session, request, Date.now() + wait_ms, context)
        return report(session, performance)
      })
    },
  })
}

type Ordered = Performance & { readonly notStarted: readonly NamedAction[] }

/** Instants and cancels at once, then task by task: a new task cannot begin while one of its kind runs. */
export async function performInOrder(
  session: Session,
  request: {
    readonly instants: readonly NamedAction[]
    readonly tasks: readonly NamedAction[]
    readonly cancel: readonly string[]
  },
  deadlineMs: number,
  context: Pick<SkillContext, 'signal' | 'progress'>,
): Promise<Ordered> {
  const { instants, tasks, cancel } = request
  const isEmpty = instants.length + tasks.length + cancel.length === 0
  const runningTasks = isEmpty ? (session.connection.latest?.obs.tasks ?? []) : []
  // Whoever waits for news wants those, too, that came between the last look and now.
  const because = isEmpty ? session.unhanded.find((event) => isImportant(event, session.me)) : undefined
  if (because !== undefined) return { ended: 'interrupted', because, actions: [], notStarted: [] }
  const options = { deadlineMs, context }
  const waiting = { runningTasks, waitsForNews: isEmpty && runningTasks.length === 0 }
  let performance = await perform(session, { instants, tasks: [], cancel }, { ...options, ...waiting })
  let actions = performance.actions
  for (const [index, task] of tasks.entries()) {
    const isWanted = performance.ended === 'all' && !context.signal.aborted
    const mayGoOn = isWanted && actions.every(({ state }) => state === 'done')
    if (!mayGoOn) return { ...performance, actions, notStarted: tasks.slice(index) }
    const ready = await withTarget(session, task)
    performance = await perform(session, { instants: [], tasks: [ready], cancel: [] }, options)
    actions = [...actions, ...performance.actions]
  }
  return { ...performance, actions, notStarted: [] }
}

/** What a mined block drops has an id nobody can know beforehand. */
async function withTarget(session: Session, task: NamedAction): Promise<NamedAction> {
  if (task.type !== 'GATHER' || (typeof task.target_id === 'string' && task.target_id !== '')) return task
  const observation = await session.glance()
  const { self, entities } = observation?.obs ?? { self: { pos: [0, 0, 0] as const }, entities: [] }
  const [nearest] = entities
    .filter(({ type }) => type === 'ITEM')
    .sort((a, b) => stepsBetween(self.pos, a.pos) - stepsBetween(self.pos, b.pos) || (a.id < b.id ? -1 : 1))
  if (nearest === undefined) {
    throw new SkillError('failed', 'GATHER: no item lies around here', {
      next: 'MINE a block first, or voxelcraft_find items.',
    })
  }
  return { ...task, target_id: nearest.id }
}

/** How it went, with everything that happened since the last look. */
export async function report(session: Session, performance: Ordered) {
  const seen = await session.look({ waitForNewTick: false, timeoutMs: 0, needsCube: false })
  if (seen === undefined) throw notConnected(session)
  const { observation, carried } = seen
  const ended = endingOf(performance)
  const started = performance.actions.map((action) => viewAction(action, observation.obs.tasks))
  const notStarted = performance.notStarted.map(({ id, type }) => ({ ref: id, type, state: 'not_started' }))
  const { because } = performance
  const next = nextStep(performance, ended)
  return {
    ended,
    actions: [...started, ...notStarted],
    self: { ...selfOf(observation), inventory: Object.fromEntries(carriedBy(observation)) },
    events: viewEvents(untold(carried.events, session.told)),
    ...(because === undefined ? {} : { because: viewEvent(because) }),
    ...(next === undefined ? {} : { next }),
  }
}

function endingOf({ ended, actions, notStarted }: Ordered): 'done' | 'failed' | 'interrupted' | 'timeout' {
  if (actions.some(({ state }) => state === 'failed' || state === 'refused' || state === 'dropped')) return 'failed'
  if (ended === 'interrupted') return 'interrupted'
  // What ended in the very moment the time was up is done all the same.
  const isAllDone = actions.length > 0 && notStarted.length === 0 && actions.every(({ state }) => state === 'done')
  return ended === 'all' || isAllDone ? 'done' : 'timeout'
}

function viewAction(
  action: WatchedAction,
  tasks: readonly { readonly task_id: string; readonly progress: number }[],
): Record<string, unknown> {
  const { ref, type, state, taskId, code, message, result } = action
  const progress = tasks.find(({ task_id }) => task_id === taskId)?.progress
  return {
    // Whatever else the world answered comes first, so that it replaces nothing we say.
    ...(result === undefined ? {} : (labelled(result) as object)),
    ref: labelled(ref),
    type: labelled(type),
    state,
    ...(taskId === undefined ? {} : { task_id: taskId }),
    ...(state === 'running' && progress !== undefined ? { progress: Math.round(progress * 100) / 100 } : {}),
    ...(code === undefined ? {} : { code }),
    ...(message === undefined || message === 'ok' ? {} : { message: labelled(message) }),
    ...(code === undefined ? {} : adviceFor(action)),
  }
}

function viewEvents(news: readonly ReceivedEvent[]): Record<string, unknown>[] {
  const shown = news.slice(-ACT_EVENTS_MAX).map((event) => ({ ...viewEvent(event) }))
  const leftOut = news.length - shown.length
  return leftOut === 0 ? shown : [{ type: 'LEFT_OUT', count: leftOut }, ...shown]
}

function nextStep({ ended, actions }: Ordered, outcome: string): string | undefined {
  const running = actions.filter((action) => !hasEnded(action) && action.taskId !== undefined)
  const ids = running.map(({ taskId }) => JSON.stringify(taskId)).join(', ')
  const goOn = `still running: ${ids}. Call again without actions to keep waiting, or with cancel [${ids}].`
  if (ended === 'disconnected') return 'The connection ended: voxelcraft_get_status, then voxelcraft_look.'
  if (ended === 'interrupted') {
    return running.length === 0 ? 'See `because` and decide what to do.' : `See \`because\`; ${goOn}`
  }
  if (outcome === 'timeout' && actions.length === 0) return 'Nothing important happened.'
  if (outcome === 'timeout') return running.length === 0 ? 'No answer yet: voxelcraft_look.' : `Time is up, ${goOn}`
  return undefined
}
