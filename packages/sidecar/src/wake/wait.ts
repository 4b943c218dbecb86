import type { CursoredEvent } from '@clawstead/client'
import { SkillError } from '@clawstead/skills'
import { EVENTS_LIMIT_MAX, WAKE_PAGES_MAX } from '../limits.js'
import type { Session } from '../session.js'
import type { Condition } from './condition.js'
import { type Cause, WakeWatch } from './watch.js'

export type WaitRequest = {
  readonly conditions: readonly Condition[]
  /** Events up to here are known. Without it: those that a look or an earlier wait has told. */
  readonly since: number | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type Waking = {
  readonly causes: readonly Cause[]
  /** Everything up to here was looked at: where the next wait goes on. */
  readonly cursor: number
}

/** Wait until a condition holds. What happened since the cursor counts, so nothing falls between two waits. */
export async function waitFor(session: Session, request: WaitRequest): Promise<Waking> {
  const { connection } = session
  const causes: Cause[] = []
  const heard = new Set<number>()
  let settle: (error?: Error) => void = () => undefined
  const over = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error))
  })
  // The connection may end while the log is still being read; that is told when the wait begins.
  over.catch(() => undefined)
  // What else the same tick brings is told with it.
  const wakeSoon = (): void => void setImmediate(() => settle())
  const watch = new WakeWatch(connection, {
    conditions: request.conditions,
    me: () => session.me,
    onCause(cause) {
      if (cause.cursor !== undefined) {
        const key = cause.cursor * request.conditions.length + cause.condition
        if (heard.has(key)) return
        heard.add(key)
      }
      causes.push(cause)
      wakeSoon()
    },
  })
  const timer = setTimeout(settle, request.timeoutMs)
  const abandon = (): void => settle()
  request.signal.addEventListener('abort', abandon, { once: true })
  const stops = [
    connection.on('ended', () => settle(new SkillError('failed', 'the connection to the world ended'))),
    connection.on('identity', () => settle(new SkillError('failed', 'the server made a new agent'))),
  ]
  try {
    for await (const entry of eventsSince(session, request.since)) watch.hear(entry)
    await over
    const cursor = session.heardCursor
    // What nobody hears any more is not told.
    if (!request.signal.aborted) session.toldUntil(cursor)
    return { causes: causes.sort(byCursor), cursor }
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', abandon)
    watch.stop()
    for (const stop of stops) stop()
  }
}

/** What happened after a cursor and before now, oldest first. */
export async function* eventsSince(session: Session, since: number | undefined): AsyncGenerator<CursoredEvent> {
  const { connection } = session
  if (since === undefined) {
    yield* session.news
    return
  }
  const newest = connection.newestEventCursor
  // A cursor beyond the log belongs to another one: everything that comes is new.
  if (since >= newest) return
  let cursor = since
  for (let page = 0; page < WAKE_PAGES_MAX && cursor < newest; page++) {
    const { events, nextCursor } = await connection.events({ since: cursor, limit: EVENTS_LIMIT_MAX })
    yield* events
    if (events.length === 0) return
    cursor = nextCursor
  }
}

/** States have no place in the log; they hold now, so they come last. */
function byCursor(left: Cause, right: Cause): number {
  return (left.cursor ?? Number.MAX_SAFE_INTEGER) - (right.cursor ?? Number.MAX_SAFE_INTEGER)
}
