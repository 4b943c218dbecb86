import { OK, refuse, type Verdict } from '../rule.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'

/** So many in so many ticks, counted per agent from the first one in the window. */
export interface RateLimit {
  /** Name in the state and in the refusal, e.g. `SAY (MARKET)`. */
  readonly kind: string
  readonly windowTicks: number
  readonly max: number
}

/** No, with how long to wait, once the window is full. */
export function checkRate(world: World, agent: Agent, { kind, windowTicks, max }: RateLimit): Verdict {
  const now = world.state.tick
  const window = agent.rates.get(kind)
  if (window === undefined || now - window.startTick >= windowTicks || window.count < max) return OK
  const cooldown = window.startTick + windowTicks - now
  return refuse('E_RATE_LIMIT', `too many ${kind}`, { cooldown_ticks: cooldown, cooldown_until_tick: now + cooldown })
}

/** Counts one that was allowed. A request refused for its arguments costs nothing. */
export function countRate(tx: Tx, agent: Agent, { kind, windowTicks }: RateLimit): void {
  const { rates } = tx.change(agent)
  const window = rates.get(kind)
  if (window === undefined || tx.tick - window.startTick >= windowTicks)
    rates.set(kind, { startTick: tx.tick, count: 1 })
  else window.count++
}

export function sayLimit(world: World): RateLimit {
  const { say_window_ticks, say_max } = world.config.catalog.tuning.rate_limits
  return { kind: 'SAY', windowTicks: say_window_ticks, max: say_max }
}

export function marketSayLimit(world: World): RateLimit {
  const { market_say_window_ticks, market_say_max } = world.config.catalog.tuning.rate_limits
  return { kind: 'SAY (MARKET)', windowTicks: market_say_window_ticks, max: market_say_max }
}

export function whisperLimit(world: World): RateLimit {
  const { whisper_window_ticks, whisper_max } = world.config.catalog.tuning.rate_limits
  return { kind: 'WHISPER', windowTicks: whisper_window_ticks, max: whisper_max }
}

export function postBoardLimit(world: World): RateLimit {
  const { post_board_window_ticks, post_board_max } = world.config.catalog.tuning.rate_limits
  return { kind: 'POST_BOARD', windowTicks: post_board_window_ticks, max: post_board_max }
}
