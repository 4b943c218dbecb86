import { randomBytes } from 'node:crypto'
import type { Clock } from '@clawstead/client'
import { type Logger, SkillError } from '@clawstead/skills'
import { WAKE_INBOX_MAX, WAKES_PER_AGENT_MAX } from '../limits.js'
import type { Session } from '../session.js'
import type { SavedWake, StateFile } from '../state-file.js'
import { viewCauses } from './cause-view.js'
import { type Condition, readConditions } from './condition.js'
import { eventsSince } from './wait.js'
import { type Cause, WakeWatch } from './watch.js'
import { Webhook } from './webhook.js'
import type { WebhookAddresses } from './webhook-address.js'

export type StandingOptions = {
  readonly state: StateFile
  readonly addresses: WebhookAddresses
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly log: Logger
}

export type WakeRequest = { readonly any: readonly unknown[] } & (
  | { readonly deliver: 'notification' }
  | { readonly deliver: 'webhook'; readonly url: string }
)

/** One waking, as whoever was notified reads it. */
export type WakeNote = { readonly wake_id: string; readonly cursor: number; readonly because: object[] }

type Post = { readonly watch: WakeWatch; readonly webhook: Webhook | undefined }
type Attached = { readonly session: Session; readonly postById: Map<string, Post>; readonly stop: () => void }

/**
 * Watches that go on after the call that asked for them. They are kept with the agent's token, so they outlive restarts, and
 * go on where their last delivery ended: what is told may be told twice, but nothing is lost.
 */
export class StandingWakes {
  readonly #options: StandingOptions
  readonly #attachedByKey = new Map<string, Attached>()
  readonly #inboxByKey = new Map<string, WakeNote[]>()
  readonly #listeners = new Set<(key: string) => void>()

  constructor(options: StandingOptions) {
    this.#options = options
  }

  /** Called with the session's key whenever its inbox has something new. */
  onWake(listener: (key: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list(key: string): readonly SavedWake[] {
    return this.#options.state.get(key)?.wakes ?? []
  }

  inbox(key: string): readonly WakeNote[] {
    return this.#inboxByKey.get(key) ?? []
  }

  hasWebhook(key: string): boolean {
    return this.list(key).some(({ deliver, disabled }) => deliver === 'webhook' && disabled === undefined)
  }

  /** A session has been opened: its watches stand guard again. */
  attach(session: Session): void {
    const stop = session.connection.on('ended', () => this.#detach(session.key))
    const attached = { session, postById: new Map<string, Post>(), stop }
    this.#attachedByKey.set(session.key, attached)
    for (const wake of this.list(session.key)) this.#post(attached, wake, true)
  }

  /** Asking again for what stands already gives the same watch, and wakes a disabled one up. */
  add(session: Session, request: WakeRequest): SavedWake {
    const any = readConditions(request.any)
    const { state, addresses } = this.#options
    const url = request.deliver === 'webhook' ? addresses.check(request.url) : undefined
    const before = this.list(session.key)
    const same = before.find((wake) => wake.url === url && JSON.stringify(wake.any) === JSON.stringify(any))
    if (same === undefined && before.length >= WAKES_PER_AGENT_MAX) {
      throw new SkillError('failed', `an agent may leave ${WAKES_PER_AGENT_MAX} watches standing`, {
        next: `End one first: stop with one of ${before.map(({ id }) => id).join(', ')}.`,
      })
    }
    const wake: SavedWake = {
      id: same?.id ?? `W_${randomBytes(6).toString('hex')}`,
      any: [...any],
      deliver: request.deliver,
      ...(url === undefined ? {} : { url, secret: same?.secret ?? randomBytes(32).toString('base64url') }),
      cursor: same?.cursor ?? session.heardCursor,
    }
    state.setWakes(session.key, [...before.filter(({ id }) => id !== wake.id), wake])
    const attached = this.#attachedByKey.get(session.key)
    if (attached !== undefined) {
      this.#relieve(attached, wake.id)
      this.#post(attached, wake, same !== undefined)
    }
    return wake
  }

  remove(session: Session, id: string): void {
    const before = this.list(session.key)
    if (!before.some((wake) => wake.id === id)) {
      const known = before.length === 0 ? 'none stands' : `standing are ${before.map((wake) => wake.id).join(', ')}`
      throw new SkillError('failed', `stop: no watch ${id}, ${known}`)
    }
    this.#options.state.setWakes(
      session.key,
      before.filter((wake) => wake.id !== id),
    )
    const attached = this.#attachedByKey.get(session.key)
    if (attached !== undefined) this.#relieve(attached, id)
  }

  close(): void {
    for (const key of Array.from(this.#attachedByKey.keys())) this.#detach(key)
  }

  #detach(key: string): void {
    const attached = this.#attachedByKey.get(key)
    if (attached === undefined) return
    attached.stop()
    for (const id of Array.from(attached.postById.keys())) this.#relieve(attached, id)
    this.#attachedByKey.delete(key)
  }

  #relieve({ postById }: Attached, id: string): void {
    const post = postById.get(id)
    post?.watch.stop()
    post?.webhook?.close()
    postById.delete(id)
  }

  /** @param goesOn events after its cursor may have passed while nobody watched */
  #post(attached: Attached, wake: SavedWake, goesOn: boolean): void {
    if (wake.disabled !== undefined) return
    const { session, postById } = attached
    const conditions = this.#readAgain(session, wake)
    if (conditions === undefined) return
    const webhook = this.#webhookOf(session, wake)
    const heard = new Set<string>()
    let isCatchingUp = goesOn
    let gathered: Cause[] = []
    const tell = (): void => {
      const causes = gathered
      gathered = []
      if (postById.get(wake.id)?.watch !== watch) return
      if (webhook === undefined) this.#note(session, wake, causes)
      else webhook.wake(causes, session.heardCursor)
    }
    const watch = new WakeWatch(session.connection, {
      conditions,
      me: () => session.me,
      onCause(cause) {
        if (cause.cursor !== undefined && isCatchingUp) {
          const key = `${cause.cursor} ${cause.condition}`
          if (heard.has(key)) return
          heard.add(key)
        }
        // What one tick brings is told together.
        if (gathered.length === 0) setImmediate(tell)
        gathered.push(cause)
      },
    })
    postById.set(wake.id, { watch, webhook })
    if (goesOn) {
      void this.#catchUp(session, wake.cursor, watch).finally(() => {
        isCatchingUp = false
        heard.clear()
      })
    }
  }

  /** The owner may have taken an address off the list, or changed the file, since the watch was asked for. */
  #readAgain({ key }: Session, { id, any, url }: SavedWake): readonly Condition[] | undefined {
    try {
      if (url !== undefined) this.#options.addresses.check(url)
      return readConditions(any)
    } catch (error) {
      this.#disable(key, id, (error as Error).message)
      return undefined
    }
  }

  async #catchUp(session: Session, since: number, watch: WakeWatch): Promise<void> {
    try {
      if (session.connection.latest === undefined) await session.glance()
      for await (const entry of eventsSince(session, since)) watch.hear(entry)
    } catch (error) {
      this.#options.log.warn({ session: session.key, err: error }, 'events before the restart were not read')
    }
  }

  #webhookOf(session: Session, { id, url, secret }: SavedWake): Webhook | undefined {
    if (url === undefined || secret === undefined) return undefined
    const { clock, log } = this.#options
    return new Webhook({
      wakeId: id,
      identity: session.key,
      agentId: () => session.connection.agentId ?? '',
      url,
      secret,
      fetch: this.#options.fetch,
      clock,
      onDelivered: (cursor) => this.#options.state.moveWake(session.key, id, cursor),
      onDisabled: (disabled) => {
        log.warn({ session: session.key, wake: id, reason: disabled }, 'webhook disabled')
        this.#disable(session.key, id, disabled)
      },
    })
  }

  #note({ key, heardCursor }: Session, { id }: SavedWake, causes: readonly Cause[]): void {
    const note = { wake_id: id, cursor: heardCursor, because: viewCauses(causes) }
    this.#inboxByKey.set(key, [...this.inbox(key), note].slice(-WAKE_INBOX_MAX))
    this.#options.state.moveWake(key, id, heardCursor)
    for (const listener of this.#listeners) listener(key)
  }

  #disable(key: string, id: string, disabled: string): void {
    const wakes = this.list(key).map((wake) => (wake.id === id ? { ...wake, disabled } : wake))
    this.#options.state.setWakes(key, wakes)
  }
}
