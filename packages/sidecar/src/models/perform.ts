import { type ActionRequest, actThroughBreaks, systemClock } from '@clawstead/client'
import type { ReceivedEvent } from '@clawstead/protocol'
import type { SkillContext } from '@clawstead/skills'
import { STALE_RETRIES_MAX, WAIT_MS_DEFAULT } from '../limits.js'
import { isImportant } from '../perception/event-view.js'
import type { Session } from '../session.js'
import { withToolErrors } from '../tools/common.js'
import { OutcomeWatch, type WatchedAction } from './outcome-watch.js'

export type NamedAction = ActionRequest & { readonly id: string }

export type PerformRequest = {
  readonly instants: readonly NamedAction[]
  readonly tasks: readonly NamedAction[]
  readonly cancel: readonly string[]
}

export type Performance = {
  readonly actions: readonly WatchedAction[]
  readonly ended: 'all' | 'interrupted' | 'timeout' | 'disconnected'
  /** What interrupted the wait. */
  readonly because?: ReceivedEvent
}

export type PerformOptions = {
  /** Unix milliseconds after which nobody waits any more. */
  readonly deadlineMs: number
  readonly context: Pick<SkillContext, 'signal' | 'progress'>
  /** Also wait for these tasks, which run already. */
  readonly runningTasks?: readonly { readonly task_id: string; readonly kind: string }[]
  /** There is nothing to be done, so only something important ends the wait early. */
  readonly waitsForNews?: boolean
  /** What is to be done ends at once, so nothing needs to interrupt it. */
  readonly ignoresNews?: boolean
}

/** Send actions and wait until all have ended, something important happened, or the time is up. */
export async function perform(
  session: Session,
  request: PerformRequest,
  options: PerformOptions,
): Promise<Performance> {
  for (let attempt = 1; ; attempt++) {
    const performance = await performOnce(session, request, options)
    if (!performance.isStale || attempt > STALE_RETRIES_MAX) return performance
  }
}

async function performOnce(
  session: Session,
  request: PerformRequest,
  { deadlineMs, context, runningTasks = [], waitsForNews = false, ignoresNews = false }: PerformOptions,
): Promise<Performance & { readonly isStale: boolean }> {
  const { connection } = session
  const actions: WatchedAction[] = [
    ...runningTasks.map(({ task_id, kind }) => ({
      ref: task_id,
      type: kind,
      state: 'running' as const,
      taskId: task_id,
    })),
    ...request.cancel.map((taskId) => ({ ref: taskId, type: 'CANCEL', state: 'sent' as const })),
    ...[...request.instants, ...request.tasks].map(({ id, type }) => ({ ref: id, type, state: 'sent' as const })),
  ]
  let isLate = false
  let settle: (ending: Omit<Performance, 'actions'>) => void = () => undefined
  const ending = new Promise<Omit<Performance, 'actions'>>((resolve) => {
    settle = resolve
  })
  const watch = new OutcomeWatch(connection, actions, () => {
    if (watch.isOver) settle({ ended: 'all' })
    else if (isLate && !isUnanswered(actions)) settle({ ended: 'timeout' })
  })
  const { me } = session
  let timer: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    clearTimeout(timer)
    isLate = true
    if (!isUnanswered(actions)) return settle({ ended: 'timeout' })
    // The world answers within a tick or two; without that answer nobody could wait on later, or cancel.
    timer = setTimeout(() => settle({ ended: 'timeout' }), WAIT_MS_DEFAULT)
  }
  timer = setTimeout(giveUp, Math.max(deadlineMs - Date.now(), 0))
  const stops = [
    connection.on('event', ({ event }) => {
      if (ignoresNews || !isImportant(event, me)) return
      // What else the same tick brought is heard first: it may have ended everything.
      setImmediate(() => settle({ ended: 'interrupted', because: event }))
    }),
    connection.on('ended', () => settle({ ended: 'disconnected' })),
    connection.on('identity', () => settle({ ended: 'disconnected' })),
    connection.on('observation', ({ obs }) => {
      const [task] = obs.tasks.filter(({ task_id }) => actions.some(({ taskId }) => taskId === task_id))
      const message = task === undefined ? 'waiting' : `${task.kind} ${Math.round(task.progress * 100)}%`
      context.progress({ progress: obs.tick, message })
    }),
  ]
  context.signal.addEventListener('abort', giveUp, { once: true })
  try {
    await send(session, request)
    if (watch.isOver && !waitsForNews) settle({ ended: 'all' })
    const ended = await ending
    if (context.signal.aborted) await cancelTasks(session, actions)
    session.tell(actions.flatMap(({ ref, taskId }) => (taskId === undefined ? [ref] : [ref, taskId])))
    return { ...ended, actions, isStale: watch.isStale }
  } finally {
    clearTimeout(timer)
    context.signal.removeEventListener('abort', giveUp)
    watch.stop()
    for (const stop of stops) stop()
  }
}

function isUnanswered(actions: readonly WatchedAction[]): boolean {
  return actions.some(({ state }) => state === 'sent')
}

async function send(session: Session, { instants, tasks, cancel }: PerformRequest): Promise<void> {
  if (instants.length + tasks.length + cancel.length === 0) return
  await withToolErrors(() =>
    actThroughBreaks(
      session.connection,
      { instants, tasks, cancel },
      {
        clock: systemClock,
        timeoutMs: WAIT_MS_DEFAULT,
        waitsForConnection: true,
      },
    ),
  )
}

/** Whoever cancels a call does not want its work done either. */
async function cancelTasks(session: Session, actions: readonly WatchedAction[]): Promise<void> {
  const cancel = actions.flatMap(({ state, taskId }) => (state === 'running' && taskId !== undefined ? [taskId] : []))
  if (cancel.length === 0) return
  const context = { signal: new AbortController().signal, progress: () => undefined }
  const options = { deadlineMs: Date.now() + WAIT_MS_DEFAULT, context, ignoresNews: true }
  await perform(session, { instants: [], tasks: [], cancel }, options).catch(() => undefined)
}
