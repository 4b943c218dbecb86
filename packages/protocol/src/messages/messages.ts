import { Ack } from './ack.js'
import { Act } from './act.js'
import { CatalogMessage } from './catalog.js'
import { EventBatch, EventBatchReq } from './event-batch.js'
import { Hello } from './hello.js'
import { Obs } from './obs.js'
import { Welcome } from './welcome.js'

/** What a client of the agents' socket may send, by `type`. */
export const CLIENT_MESSAGES = {
  HELLO: Hello,
  ACT: Act,
  EVENT_BATCH_REQ: EventBatchReq,
} as const

/** What a server sends on the agents' socket, by `type`. */
export const SERVER_MESSAGES = {
  WELCOME: Welcome,
  CATALOG: CatalogMessage,
  OBS: Obs,
  ACK: Ack,
  EVENT_BATCH: EventBatch,
} as const

export type ClientMessage = Hello | Act | EventBatchReq
export type ServerMessage = Welcome | CatalogMessage | Obs | Ack | EventBatch
