import type { Connection } from '@clawstead/client'
import { type EventOf, isKnownEvent, type ReceivedEvent } from '@clawstead/protocol'

export type ActionState = 'sent' | 'running' | 'done' | 'failed' | 'refused' | 'dropped'

/** One requested action and what has become of it. */
export type WatchedAction = {
  readonly ref: string
  readonly type: string
  state: ActionState
  taskId?: string
  code?: string
  message?: string
  /** Everything else the world answered: ids of trades, posts, claims and the like. */
  result?: Readonly<Record<string, unknown>>
}

const ENDED: readonly ActionState[] = ['done', 'failed', 'refused', 'dropped']
export const hasEnded = ({ state }: WatchedAction): boolean => ENDED.includes(state)

/** Matches the world's words to actions: results by reference, the end of a task by its id. */
export class OutcomeWatch {
  readonly actions: readonly WatchedAction[]
  readonly #onChange: () => void
  readonly #stops: readonly (() => void)[]
  /** The whole ACT came too late for its tick and may be sent again. */
  isStale = false

  constructor(connection: Connection, actions: readonly WatchedAction[], onChange: () => void) {
    this.actions = actions
    this.#onChange = onChange
    this.#stops = [
      connection.on('event', ({ event }) => this.#hear(event)),
      // Respawn, reset and switch end tasks without a word; the list of running tasks tells.
      connection.on('observation', ({ obs }) => {
        if (!connection.areEventsComplete) return
        const running = new Set<string>(obs.tasks.map(({ task_id }) => task_id))
        this.#change((action) => {
          if (action.state !== 'running' || running.has(action.taskId ?? '')) return false
          Object.assign(action, { state: 'dropped', message: 'the task ended without a result' })
          return true
        })
      }),
    ]
  }

  get isOver(): boolean {
    return this.actions.every(hasEnded)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #hear(event: ReceivedEvent): void {
    if (!isKnownEvent(event)) return
    if (event.type === 'ACTION_RESULT') this.#answered(event)
    if (event.type === 'TASK_DONE') {
      const { t: _t, type: _type, task_id, kind: _kind, ...result } = event
      this.#end(task_id, { state: 'done', ...(Object.keys(result).length === 0 ? {} : { result }) })
    }
    if (event.type === 'TASK_FAIL') {
      const { t: _t, type: _type, task_id, code, message, ...result } = event
      this.#end(task_id, { state: 'failed', code, message, ...(Object.keys(result).length === 0 ? {} : { result }) })
    }
  }

  #answered({ t: _t, type: _type, ...answer }: EventOf<'ACTION_RESULT'>): void {
    const { ref, ok, code, message, task_id, ...result } = answer
    const isWhole = ref === 'ACT' && !ok
    if (isWhole && code === 'E_STALE') this.isStale = true
    this.#change((action) => {
      if (action.state !== 'sent' || (action.ref !== ref && !isWhole)) return false
      Object.assign(action, {
        state: !ok ? 'refused' : task_id === undefined ? 'done' : 'running',
        ...(task_id === undefined ? {} : { taskId: task_id }),
        ...(code === undefined ? {} : { code }),
        ...(message === undefined ? {} : { message }),
        ...(Object.keys(result).length === 0 ? {} : { result }),
      })
      return true
    })
  }

  #end(taskId: string, change: Partial<WatchedAction>): void {
    this.#change((action) => {
      if (action.taskId !== taskId || hasEnded(action)) return false
      Object.assign(action, change)
      return true
    })
  }

  #change(apply: (action: WatchedAction) => boolean): void {
    // Every action is looked at, also when one has changed.
    const changes = this.actions.map(apply)
    if (changes.includes(true)) this.#onChange()
  }
}
