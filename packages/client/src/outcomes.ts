import { type EventOf, isKnownEvent, type Obs, type ReceivedEvent } from '@clawstead/protocol'
import { ActionError } from './errors.js'

export type ActionResult = EventOf<'ACTION_RESULT'>

/** How an action ended: the world's answer, and for a task the event that finished it. */
export type Outcome = { readonly result: ActionResult; readonly done: EventOf<'TASK_DONE'> | undefined }

type Entry = {
  readonly ref: string
  readonly group: Group
  taskId: string | undefined
  result: ActionResult | undefined
  readonly accepted: Deferred<ActionResult>
  readonly finished: Deferred<Outcome>
}
type Group = { readonly entries: Entry[] }

export type TrackedAction = { readonly accepted: Promise<ActionResult>; readonly finished: Promise<Outcome> }

/** Matches what the world says to what was asked: ACTION_RESULT by reference, the end of a task by its id. */
export class Outcomes {
  /** In the order the acts were sent, which is the order in which the world answers. */
  #groups: Group[] = []

  /** Call before sending, so no answer comes too early. */
  track(refs: readonly string[]): readonly TrackedAction[] {
    const group: Group = { entries: [] }
    for (const ref of refs) {
      const [accepted, finished] = [deferred<ActionResult>(), deferred<Outcome>()]
      group.entries.push({ ref, group, taskId: undefined, result: undefined, accepted, finished })
    }
    this.#groups.push(group)
    return group.entries.map(({ accepted, finished }) => ({ accepted: accepted.promise, finished: finished.promise }))
  }

  /** Nobody waits for this one any more. */
  forget(ref: string): void {
    for (const entry of this.#entries()) if (entry.ref === ref) this.#forget(entry)
  }

  event(event: ReceivedEvent): void {
    if (!isKnownEvent(event)) return
    if (event.type === 'ACTION_RESULT') this.#answered(event)
    else if (event.type === 'TASK_DONE') this.#taskDone(event)
    else if (event.type === 'TASK_FAIL') this.#taskFailed(event)
  }

  /** Respawn, world reset and world switch end tasks without an event; the list of running tasks tells. */
  runningTasks(tasks: Obs['tasks']): void {
    const running = new Set<string>(tasks.map(({ task_id }) => task_id))
    for (const entry of this.#entries()) {
      if (entry.taskId === undefined || running.has(entry.taskId)) continue
      this.#fail(entry, new ActionError('task_dropped', `task ${entry.taskId} ended without a result`))
    }
  }

  failAll(error: Error): void {
    for (const entry of this.#entries()) this.#fail(entry, error)
  }

  #answered(event: ActionResult): void {
    if (event.ref === 'ACT' && !event.ok) {
      const group = this.#groups.find(({ entries }) => entries.every(({ result }) => result === undefined))
      for (const entry of group?.entries.slice() ?? []) this.#fail(entry, refusalOf(event))
      return
    }
    const entry = this.#entries().find(({ ref, result }) => ref === event.ref && result === undefined)
    if (entry === undefined) return
    if (!event.ok) return this.#fail(entry, refusalOf(event))
    entry.result = event
    entry.taskId = event.task_id
    entry.accepted.resolve(event)
    if (entry.taskId === undefined) this.#finish(entry, { result: event, done: undefined })
  }

  #taskDone(event: EventOf<'TASK_DONE'>): void {
    const entry = this.#entries().find(({ taskId }) => taskId === event.task_id)
    if (entry?.result !== undefined) this.#finish(entry, { result: entry.result, done: event })
  }

  #taskFailed(event: EventOf<'TASK_FAIL'>): void {
    const entry = this.#entries().find(({ taskId }) => taskId === event.task_id)
    if (entry !== undefined) this.#fail(entry, new ActionError(event.code, event.message, event))
  }

  #entries(): Entry[] {
    return this.#groups.flatMap(({ entries }) => entries)
  }

  #finish(entry: Entry, outcome: Outcome): void {
    this.#forget(entry)
    entry.finished.resolve(outcome)
  }

  #fail(entry: Entry, error: Error): void {
    this.#forget(entry)
    entry.accepted.reject(error)
    entry.finished.reject(error)
  }

  #forget(entry: Entry): void {
    entry.group.entries.splice(entry.group.entries.indexOf(entry), 1)
    if (entry.group.entries.length === 0) this.#groups = this.#groups.filter((group) => group !== entry.group)
  }
}

function refusalOf(event: ActionResult): ActionError {
  return new ActionError(event.code ?? 'E_INTERNAL', event.message ?? 'refused', event)
}

type Deferred<Value> = { promise: Promise<Value>; resolve(value: Value): void; reject(error: Error): void }

function deferred<Value>(): Deferred<Value> {
  let settle: Pick<Deferred<Value>, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined }
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Not everybody looks at both promises; a look that never comes is no accident.
  promise.catch(() => undefined)
  return { promise, resolve: (value) => settle.resolve(value), reject: (error) => settle.reject(error) }
}
