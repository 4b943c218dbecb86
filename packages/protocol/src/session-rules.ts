import type { Act } from './messages/act.js'
import type { ClientMessage } from './messages/messages.js'
import { isKnownVersion, selectVersion } from './negotiate.js'
import { OBSERVER_VERSION, type Subscribe } from './observer/subscribe.js'
import type { Decoded, DecodeError } from './result.js'
import { cutUtf8 } from './text.js'

/** How a socket is closed on a peer that broke the handshake. */
export interface SocketClose {
  readonly code: 1008
  readonly reason: string
}

/** A close frame carries at most 125 bytes, two of them the code. */
const CLOSE_REASON_BYTES_MAX = 123

const close = (reason: string): SocketClose => ({ code: 1008, reason: cutUtf8(reason, CLOSE_REASON_BYTES_MAX) })

/** Why the first frame of an agent's connection does not open a session; undefined when it does. */
export function closeForHello(first: Decoded<ClientMessage>): SocketClose | undefined {
  if (!first.ok) {
    const isMistypedHello = first.error.type === 'HELLO'
    return close(isMistypedHello ? `bad HELLO: ${first.error.message}` : 'expected HELLO')
  }
  if (first.value.type !== 'HELLO') return close('expected HELLO')
  return selectVersion(first.value) === undefined ? close('bad protocol_version') : undefined
}

/** Why a frame of an observer is no subscription; undefined when it is. */
export function closeForSubscribe(first: Decoded<Subscribe>): SocketClose | undefined {
  if (first.ok) {
    return first.value.protocol_version === OBSERVER_VERSION ? undefined : close('expected SUBSCRIBE')
  }
  return close(first.error.reason === 'unknown_type' ? 'expected SUBSCRIBE' : 'bad subscribe')
}

/** At least one thing is to be done. */
export const isMutating = (act: Act): boolean => act.instants.length + act.tasks.length + act.cancel.length > 0

/** A negative ACK: whom it answers and why. The code is always E_PROTO_BAD_REQUEST. */
export interface ActRefusal {
  readonly ackFor: string
  readonly message: string
  /** The field and the rule, for clients that understand additions. */
  readonly detail?: string
}

/** The answer owed for an ACT that did not decode; undefined when the frame gets no answer at all. */
export function refusalOfBrokenAct(error: DecodeError): ActRefusal | undefined {
  if (error.type !== 'ACT') return undefined
  return { ackFor: error.actId ?? '', message: 'bad ACT payload', detail: error.message }
}

/** What a 1.1 session asks of an ACT besides its types; undefined when it may be taken. */
export function refusalOfAct(act: Act): ActRefusal | undefined {
  if (!isKnownVersion(act.protocol_version)) return { ackFor: act.act_id, message: 'unsupported protocol_version' }
  if (act.act_id.trim() === '') return { ackFor: '', message: 'missing act_id' }
  if (act.based_on_obs_id.trim() === '') return { ackFor: act.act_id, message: 'missing based_on_obs_id' }
  if (isMutating(act) && act.expected_world_id.trim() === '') {
    return { ackFor: act.act_id, message: 'expected_world_id required for mutating ACT' }
  }
  return undefined
}
