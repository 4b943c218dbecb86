export {
  ADDED_INSTANTS,
  AnyInstant,
  AnyTask,
  INSTANTS,
  type Instant,
  type InstantOf,
  type KnownInstant,
  type KnownTask,
  TASKS,
  type Task,
  type TaskOf,
  type UnknownAction,
} from './actions/actions.js'
export {
  type InstantName,
  isAddedInstant,
  isInstantName,
  isKnownInstant,
  isKnownTask,
  isTaskName,
  type TaskName,
} from './actions/names.js'
export {
  ADMIN_BODIES,
  AdminMove,
  AdminReset,
  AdminSnapshot,
  AdminState,
  AdminWorldsState,
  MOVE_ERRORS,
  WorldMetrics,
} from './admin/bodies.js'
export { BlockDefinition, BlocksFile } from './catalog/block.js'
export { BLUEPRINT_BLOCKS_MAX, BLUEPRINT_EDGE_BLOCKS_MAX, Blueprint } from './catalog/blueprint.js'
export type { Catalog, CatalogName } from './catalog/catalog.js'
export { EventsFile, EventTemplate } from './catalog/event.js'
export { ItemDefinition, ItemsFile } from './catalog/item.js'
export { LawsFile, LawTemplate } from './catalog/law.js'
export { CatalogManifest } from './catalog/manifest.js'
export { nearestName, unknownName } from './catalog/nearest.js'
export { Recipe, RecipesFile } from './catalog/recipe.js'
export { Tuning } from './catalog/tuning.js'
export { type EntryPoint, type SwitchRoute, WorldDefinition, WorldsFile } from './catalog/worlds.js'
export { base64ToBytes, bytesToBase64 } from './codec/base64.js'
export {
  CHUNK_COLUMNS,
  decodeSurface,
  decodeVoxels,
  encodeSurface,
  encodeVoxels,
  type Surface,
} from './codec/chunk.js'
export { applyOps, cubeCellCount, cubeIndex, diffCells } from './codec/delta.js'
export { decodeRle, encodeRle } from './codec/rle.js'
export {
  decodeClientFrame,
  decodeObserverClientFrame,
  decodeObserverServerFrame,
  decodeServerFrame,
  decodeValue,
  type FrameData,
} from './decode.js'
export {
  type ActionDefinition,
  type ActionKind,
  type AnyActionDefinition,
  type AnyEventDefinition,
  type Direction,
  defineAction,
  defineEvent,
  defineInstant,
  defineMessage,
  defineTask,
  type EventDefinition,
  type MessageDefinition,
  type Phase,
  type Refusal,
  refusal,
  type TaskSlot,
} from './define.js'
export { encodeMessage } from './encode.js'
export { ERROR_CODES, type ErrorCode, isErrorCode } from './errors.js'
export {
  AnyEvent,
  EVENTS,
  type EventName,
  type EventOf,
  type GameEvent,
  isEventName,
  isKnownEvent,
  type ReceivedEvent,
  type UnknownEvent,
} from './events/events.js'
export { FUN_DIMENSIONS } from './events/self-events.js'
export { CHAT_CHANNELS } from './events/talk-events.js'
export {
  agentId,
  agentNumber,
  contractId,
  itemEntityId,
  landId,
  lawId,
  obsId,
  orgId,
  parsePlacedId,
  placedId,
  postId,
  taskId,
  tradeId,
} from './ids.js'
export {
  ACT_ID_MEMORY_TICKS,
  ACT_IDS_PER_CONNECTION_MAX,
  ACT_LIST_MAX,
  ACT_STALE_TICKS,
  AGENT_NAME_BYTES_MAX,
  BLOCK_ID_MAX,
  BOARD_OPEN_POSTS_MAX,
  BOARD_QUERY_BYTES_MAX,
  BOARD_RESULT_BODY_BYTES_MAX,
  BOARD_SEARCH_DEFAULT,
  BOARD_SEARCH_MAX,
  CHAT_BYTES_MAX,
  CHUNK_SIZE,
  CLAIM_RADIUS_DEFAULT,
  CLAIM_RADIUS_MAX,
  EVENT_BATCH_DEFAULT,
  EVENT_BATCH_MAX,
  EVENTS_KEPT_MAX,
  FOLLOW_DISTANCE_DEFAULT,
  FOLLOW_DISTANCE_MAX,
  FRAME_BYTES_MAX,
  FRAME_DEPTH_MAX,
  HELLO_TIMEOUT_MS,
  LOAD_MEMORY_DEFAULT,
  LOAD_MEMORY_MAX,
  MEMORY_BYTES_MAX,
  MUTES_MAX,
  OBS_ENTITIES_MAX,
  OBS_RADIUS_MAX,
  OBSERVER_CHUNK_RADIUS_DEFAULT,
  OBSERVER_CHUNK_RADIUS_MAX,
  OBSERVER_CHUNKS_DEFAULT,
  OBSERVER_CHUNKS_MAX,
  OBSERVER_VOXEL_CHUNKS_DEFAULT,
  OBSERVER_VOXEL_CHUNKS_MAX,
  OBSERVER_VOXEL_RADIUS_MAX,
  ORG_NAME_BYTES_MAX,
  POST_BODY_BYTES_MAX,
  POST_SUMMARY_BYTES_MAX,
  POST_TITLE_BYTES_MAX,
  REFERENCE_CHARS_MAX,
  SEND_QUEUE_DEFAULT,
  SEND_QUEUE_MAX,
  SERVER_FRAME_BYTES_MAX,
  SIGN_TEXT_BYTES_MAX,
  SUPPORTED_VERSIONS_MAX,
  TOP_POSTS_MAX,
  WORLD_HEIGHT_MAX,
} from './limits.js'
export { Ack } from './messages/ack.js'
export { Act } from './messages/act.js'
export { CATALOG_ORDER, CatalogMessage, type CatalogMessageName } from './messages/catalog.js'
export { KNOWN_VERSIONS, type ProtocolVersion, WorldDescriptor } from './messages/common.js'
export { EventBatch, EventBatchReq, eventBatchLimit } from './messages/event-batch.js'
export { Hello } from './messages/hello.js'
export { CLIENT_MESSAGES, type ClientMessage, SERVER_MESSAGES, type ServerMessage } from './messages/messages.js'
export { Obs, type ObsEntity, VoxelOp, Voxels } from './messages/obs.js'
export { Welcome } from './messages/welcome.js'
export { agentNameOf, isKnownVersion, selectVersion, sendQueueOf } from './negotiate.js'
export {
  ChunkEvict,
  ChunkPatch,
  ChunkSurface,
  ChunkVoxelPatch,
  ChunkVoxels,
  ChunkVoxelsEvict,
} from './observer/chunks.js'
export {
  Bootstrap,
  OBSERVER_CLIENT_MESSAGES,
  OBSERVER_SERVER_MESSAGES,
  type ObserverServerMessage,
} from './observer/messages.js'
export { OBSERVER_VERSION, Subscribe, type Subscription, subscriptionOf } from './observer/subscribe.js'
export { Audit, ObservedAgent, Tick } from './observer/tick.js'
export { ORIGIN } from './origin.js'
export { readPairs } from './pairs.js'
export {
  type AgentId,
  type ContractId,
  type DeepReadonly,
  type ItemEntityId,
  type ItemPair,
  type ItemStack,
  type LandId,
  type LawId,
  type ObsId,
  type OrgId,
  type PlacedId,
  type PostId,
  type TaskId,
  type TradeId,
  type Vec3,
  type Wire,
} from './primitives.js'
export { describeFields, type FieldLine } from './reference/fields.js'
export { type JsonSchema, jsonSchemaOf, type SchemaPlaces } from './reference/json-schema.js'
export { DECODE_REASONS, type Decoded, type DecodeError, type DecodeReason } from './result.js'
export { quarterTurns } from './rotation.js'
export {
  type ActRefusal,
  closeForHello,
  closeForSubscribe,
  isMutating,
  refusalOfAct,
  refusalOfBrokenAct,
  type SocketClose,
} from './session-rules.js'
export { cutUtf8, utf8Length } from './text.js'
