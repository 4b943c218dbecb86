// What is known without a schema. A world runs on this alone: its thread then never loads the schemas, which are most of
// what this package weighs.
export { isAddedInstant, isKnownInstant, isKnownTask } from './actions/names.js'
export { bytesToBase64 } from './codec/base64.js'
export { encodeRle } from './codec/rle.js'
export { itemEntityId, parsePlacedId, placedId, postId, taskId } from './ids.js'
export {
  ACT_ID_MEMORY_TICKS,
  ACT_STALE_TICKS,
  BOARD_OPEN_POSTS_MAX,
  BOARD_QUERY_BYTES_MAX,
  BOARD_RESULT_BODY_BYTES_MAX,
  BOARD_SEARCH_DEFAULT,
  BOARD_SEARCH_MAX,
  CHAT_BYTES_MAX,
  FOLLOW_DISTANCE_DEFAULT,
  FOLLOW_DISTANCE_MAX,
  LOAD_MEMORY_DEFAULT,
  LOAD_MEMORY_MAX,
  MEMORY_BYTES_MAX,
  MUTES_MAX,
  OBS_ENTITIES_MAX,
  POST_BODY_BYTES_MAX,
  POST_SUMMARY_BYTES_MAX,
  POST_TITLE_BYTES_MAX,
  SIGN_TEXT_BYTES_MAX,
  TOP_POSTS_MAX,
} from './limits.js'
export { ORIGIN } from './origin.js'
export { quarterTurns } from './rotation.js'
export { cutUtf8, utf8Length } from './text.js'
