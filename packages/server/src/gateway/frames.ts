import type { ErrorCode } from '@clawstead/protocol'
import type { EventRecord } from '../host/event-store.js'

interface AckFields {
  readonly protocolVersion: string
  readonly ackFor: string
  readonly serverTick: number
  readonly worldId: string
}

/** The act was taken and will be carried out; how it went comes as an event. */
export function ackFrame({ protocolVersion, ackFor, serverTick, worldId }: AckFields): string {
  return JSON.stringify({
    type: 'ACK',
    protocol_version: protocolVersion,
    ack_for: ackFor,
    accepted: true,
    server_tick: serverTick,
    world_id: worldId,
  })
}

/** The act was not taken; its id may be used again. */
export function nackFrame(
  { protocolVersion, ackFor, serverTick, worldId }: AckFields,
  { code, message, detail }: { code: ErrorCode; message: string; detail: string | undefined },
): string {
  return JSON.stringify({
    type: 'ACK',
    protocol_version: protocolVersion,
    ack_for: ackFor,
    accepted: false,
    code,
    message,
    detail,
    server_tick: serverTick,
    world_id: worldId,
  })
}

export function eventBatchFrame(fields: {
  readonly protocolVersion: string
  readonly requestId: string
  readonly sinceCursor: number
  readonly worldId: string
  readonly records: readonly EventRecord[]
}): string {
  return JSON.stringify({
    type: 'EVENT_BATCH',
    protocol_version: fields.protocolVersion,
    req_id: fields.requestId,
    events: fields.records,
    next_cursor: fields.records.at(-1)?.cursor ?? fields.sinceCursor,
    world_id: fields.worldId,
  })
}
