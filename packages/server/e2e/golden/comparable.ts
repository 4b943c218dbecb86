import { isObject } from './difference.js'
import type { Data } from './recording.js'

/** Lists the recorded server sends as null when they are empty. */
const LISTS = ['events', 'results', 'contracts']
/** Events whose texts come from content files that every server words for itself. */
const WORDED = ['WORLD_EVENT', 'LAW']

/** An observation in the form it is compared in: what has no fixed order becomes a record, texts of content go. */
export function comparableObs(obs: Data): Data {
  const plain = comparable(obs) as Data
  return {
    ...plain,
    ...keyed(plain, 'entities', (entity) => [String(entity['id']), entity]),
    ...keyed(plain, 'inventory', (stack) => [String(stack['item']), stack['count']]),
  }
}

/** Any frame or part of one in the form it is compared in. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const isWorded = WORDED.includes(String(value['type']))
  const fields = Object.entries(value)
    .filter(([key]) => !(isWorded && (key === 'title' || key === 'summary')))
    .map(([key, field]) => [key, field === null && LISTS.includes(key) ? [] : comparable(field)])
  return Object.fromEntries(fields) as Data
}

function keyed(obs: Data, key: string, entryOf: (value: Data) => [string, unknown]): Data {
  const list = obs[key]
  return Array.isArray(list) ? { [key]: Object.fromEntries((list as Data[]).map(entryOf)) } : {}
}
