import type { Connection, CursoredEvent, Observation } from '@clawstead/client'
import type { ReceivedEvent } from '@clawstead/protocol'
import type { Condition } from './condition.js'
import { type Holding, type Matcher, type Me, matcherOf } from './matcher.js'

/** Why somebody is woken: an event, or something that holds since an observation. */
export type Cause = {
  /** Place of the condition in the list that was asked for. */
  readonly condition: number
  readonly on: Condition['on']
  /** Place of the event in the agent's log. */
  readonly cursor?: number
  readonly event?: ReceivedEvent
  readonly state?: Readonly<Record<string, unknown>>
  readonly tick?: number
}

/**
 * Conditions held against what a connection hears. Listens to nothing its conditions do not need: a watch for events costs
 * nothing while observations pass.
 */
export class WakeWatch {
  readonly #conditions: readonly Condition[]
  readonly #matchers: readonly Matcher[]
  readonly #held: Holding[]
  readonly #me: () => Me
  readonly #onCause: (cause: Cause) => void
  readonly #stops: (() => void)[] = []

  constructor(
    connection: Connection,
    watched: {
      readonly conditions: readonly Condition[]
      readonly me: () => Me
      readonly onCause: (cause: Cause) => void
    },
  ) {
    this.#conditions = watched.conditions
    this.#matchers = watched.conditions.map(matcherOf)
    this.#held = this.#matchers.map(() => new Map())
    this.#me = watched.me
    this.#onCause = watched.onCause
    if (this.#matchers.some(({ types }) => types !== undefined)) {
      this.#stops.push(connection.on('event', (entry) => this.hear(entry)))
    }
    if (this.#matchers.some(({ holds }) => holds !== undefined)) {
      this.#stops.push(connection.on('observation', (observation) => this.#look(observation)))
      if (connection.latest !== undefined) this.#look(connection.latest)
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  /** An event, live or from the log. */
  hear({ cursor, event }: CursoredEvent): void {
    for (const [index, matcher] of this.#matchers.entries()) {
      if (matcher.types?.has(event.type) !== true || matcher.matches?.(event, this.#me()) !== true) continue
      this.#tell(index, { cursor, event })
    }
  }

  /** Tells what holds now and did not hold before; what goes on holding is no news. */
  #look({ obs }: Observation): void {
    for (const [index, matcher] of this.#matchers.entries()) {
      if (matcher.holds === undefined) continue
      const before = this.#held[index]
      const holding = matcher.holds(obs)
      this.#held[index] = holding
      for (const [key, state] of holding) if (before?.has(key) !== true) this.#tell(index, { state, tick: obs.tick })
    }
  }

  #tell(index: number, found: Omit<Cause, 'condition' | 'on'>): void {
    const condition = this.#conditions[index]
    if (condition !== undefined) this.#onCause({ condition: index, on: condition.on, ...found })
  }
}
