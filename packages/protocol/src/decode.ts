import type { z } from 'zod'
import type { MessageDefinition } from './define.js'
import { FRAME_BYTES_MAX, FRAME_DEPTH_MAX, SERVER_FRAME_BYTES_MAX } from './limits.js'
import { CLIENT_MESSAGES, type ClientMessage, SERVER_MESSAGES, type ServerMessage } from './messages/messages.js'
import { OBSERVER_CLIENT_MESSAGES, OBSERVER_SERVER_MESSAGES, type ObserverServerMessage } from './observer/messages.js'
import type { Subscribe } from './observer/subscribe.js'
import { compileReader } from './reader/compile.js'
import { BAD, Fault } from './reader/fault.js'
import type { Reader } from './reader/scalars.js'
import { scanJson, unmaskFractions } from './reader/scan.js'
import { type Decoded, refuseDecode } from './result.js'
import { utf8Length } from './text.js'
import { utf8ToText } from './utf8.js'

/** A frame as it comes off a socket. */
export type FrameData = string | Uint8Array

/** Read a frame an agent's client sent. Never throws. */
export const decodeClientFrame: (data: FrameData) => Decoded<ClientMessage> = frameDecoder(
  CLIENT_MESSAGES,
  FRAME_BYTES_MAX,
)

/** Read a frame a world server sent to an agent. Never throws. */
export const decodeServerFrame: (data: FrameData) => Decoded<ServerMessage> = frameDecoder(
  SERVER_MESSAGES,
  SERVER_FRAME_BYTES_MAX,
)

/** Read a frame an observer sent. Never throws. */
export const decodeObserverClientFrame: (data: FrameData) => Decoded<Subscribe> = frameDecoder(
  OBSERVER_CLIENT_MESSAGES,
  FRAME_BYTES_MAX,
)

/** Read a frame a server sent to an observer. Never throws. */
export const decodeObserverServerFrame: (data: FrameData) => Decoded<ObserverServerMessage> = frameDecoder(
  OBSERVER_SERVER_MESSAGES,
  SERVER_FRAME_BYTES_MAX,
)

/** Check a value that was parsed elsewhere, such as a JSON body, against a message. Never throws. */
export function decodeValue<T>(definition: MessageDefinition<string, z.ZodType<T>>, value: unknown): Decoded<T> {
  let reader = readerByDefinition.get(definition)
  if (reader === undefined) {
    reader = compileReader(definition.schema)
    readerByDefinition.set(definition, reader)
  }
  const fault = new Fault()
  const out = reader(value, fault)
  if (out === BAD) return refuseDecode('bad_field', fault.path, sentence(fault))
  return { ok: true, value: out as T }
}

const readerByDefinition = new WeakMap<MessageDefinition, Reader>()

function frameDecoder<T>(
  definitions: Readonly<Record<string, MessageDefinition>>,
  bytesMax: number,
): (data: FrameData) => Decoded<T> {
  const readerByType = new Map<string, Reader>()
  const readerOf = (type: string): Reader | undefined => {
    const known = readerByType.get(type)
    if (known !== undefined || !Object.hasOwn(definitions, type)) return known
    const made = compileReader((definitions[type] as MessageDefinition).schema)
    readerByType.set(type, made)
    return made
  }

  return (data) => {
    if (isLargerThan(data, bytesMax)) return refuseDecode('too_large', '', `frame is larger than ${bytesMax} bytes`)
    const text = typeof data === 'string' ? data : utf8ToText(data)
    const scan = scanJson(text, FRAME_DEPTH_MAX)
    if (scan.tooDeep) {
      return refuseDecode('too_deep', '', `frame nests lists and objects deeper than ${FRAME_DEPTH_MAX}`)
    }
    const frame = parseJson(text)
    if (frame === BAD) return refuseDecode('not_json', '', 'frame is not JSON')
    if (typeof frame !== 'object' || Array.isArray(frame)) {
      return refuseDecode('not_object', '', 'frame is not a JSON object')
    }
    const { type, protocol_version: version, act_id: act } = (frame ?? {}) as Record<string, unknown>
    if (type === undefined || type === null) return refuseDecode('unknown_type', 'type', 'type is missing')
    if (typeof type !== 'string') return refuseDecode('bad_envelope', 'type', 'type must be a string')
    if (version !== undefined && version !== null && typeof version !== 'string') {
      return refuseDecode('bad_envelope', 'protocol_version', 'protocol_version must be a string')
    }
    const read = readerOf(type)
    if (read === undefined)
      return refuseDecode('unknown_type', 'type', 'no message of this type is known here', { type })

    const fault = new Fault()
    // Numbers such as 5.0 pass as numbers but not as integers: first read with them made real fractions.
    const strict = scan.disguised.length === 0 ? frame : parseJson(unmaskFractions(text, scan.disguised))
    let out = read(strict, fault)
    if (out !== BAD && strict !== frame) out = read(frame, fault)
    if (out === BAD) {
      const about = type === 'ACT' && typeof act === 'string' ? { type, actId: act } : { type }
      return refuseDecode('bad_field', fault.path, sentence(fault), about)
    }
    return { ok: true, value: out as T }
  }
}

const sentence = (fault: Fault) => (fault.path === '' ? `frame ${fault.rule}` : `${fault.path} ${fault.rule}`)

function isLargerThan(data: FrameData, bytesMax: number): boolean {
  if (typeof data !== 'string') return data.byteLength > bytesMax
  if (data.length * 3 <= bytesMax) return false
  return data.length > bytesMax || utf8Length(data) > bytesMax
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return BAD
  }
}
