import type { InstantOf } from '@clawstead/protocol'
import { CHAT_BYTES_MAX, utf8Length } from '@clawstead/protocol/plain'
import { allows } from '../land/permission.js'
import { ANSWER_OK, type InstantRule, refuse } from '../rule.js'
import type { Agent } from '../state.js'
import { type Channel, deliver } from '../talk/chat.js'
import { checkRate, countRate, marketSayLimit, type RateLimit, sayLimit } from '../talk/rate-limit.js'
import { explain } from '../work/explain.js'
import { agentsInIdOrder, type World } from '../world.js'

/** Speak to everyone who hears the channel, oneself included. */
export const say: InstantRule<InstantOf<'SAY'>> = {
  check(world, agent, { channel, text = '' }) {
    if (text.trim() === '') return refuse('E_BAD_REQUEST', 'missing text')
    if (utf8Length(text) > CHAT_BYTES_MAX)
      return explain(world, 'E_BAD_REQUEST', 'text too large', { limit_bytes: CHAT_BYTES_MAX })
    const where = channelOf(channel)
    if (where === 'CITY') return refuse('E_NO_PERMISSION', 'not in org')
    if (where === 'MARKET') {
      if (!world.config.definition.allow_trade) return refuse('E_NO_PERMISSION', 'market disabled in this world')
      if (!allows(world, agent, agent.pos, 'trade')) return refuse('E_NO_PERMISSION', 'market chat not allowed here')
    } else if (where !== 'LOCAL') return refuse('E_BAD_REQUEST', 'invalid channel')
    return checkRate(world, agent, limitOf(world, where))
  },

  apply(tx, agent, { channel, text = '' }) {
    const where = channelOf(channel) as Channel
    countRate(tx, agent, limitOf(tx.world, where))
    for (const hearer of hearers(tx.world, agent, where)) deliver(tx, hearer, agent, where, text)
    return ANSWER_OK
  },
}

function channelOf(channel = ''): string {
  return channel.trim().toUpperCase() || 'LOCAL'
}

function limitOf(world: World, channel: string): RateLimit {
  return channel === 'MARKET' ? marketSayLimit(world) : sayLimit(world)
}

function hearers(world: World, speaker: Agent, channel: string): readonly Agent[] {
  if (channel === 'MARKET') return agentsInIdOrder(world)
  const near: Agent[] = []
  world.presence.agents.near(speaker.pos, world.profile.hearBlocks, (agent) => near.push(agent))
  return near.sort((a, b) => a.number - b.number)
}
