export type { ActionRequest, ActRequest } from './act-frame.js'
export { actThroughBreaks, type ThroughBreaksOptions } from './act-through-breaks.js'
export { Agent, type JoinOptions, join } from './agent.js'
export { type Clock, systemClock } from './clock.js'
export { connect } from './connection.js'
export type {
  ActReceipt,
  Connection,
  ConnectionEvents,
  ConnectionPhase,
  ConnectOptions,
  EventPage,
  Observation,
} from './connection-types.js'
export { ActionError, ActRejectedError, ConnectionError, type ConnectionErrorCode } from './errors.js'
export type { CursoredEvent } from './event-log.js'
export { UniqueStamps } from './ids.js'
export type { ActionResult, Outcome } from './outcomes.js'
export type { VoxelCube } from './voxel-tracker.js'
export { openSocket, type WebSocketConstructor, type WebSocketLike } from './web-socket.js'
