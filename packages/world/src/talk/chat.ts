import type { CHAT_CHANNELS } from '@clawstead/protocol'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'

export type Channel = (typeof CHAT_CHANNELS)[number]

/** Tells one agent what another said, unless it does not want to hear that one. */
export function deliver(tx: Tx, to: Agent, from: Agent, channel: Channel, text: string): void {
  if (to.mutes.has(from.id)) return
  tx.emit(to, { t: tx.tick, type: 'CHAT', from: from.id, channel, text })
}
