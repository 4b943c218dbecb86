import type {
  AgentId,
  ContractId,
  ItemEntityId,
  LandId,
  LawId,
  ObsId,
  OrgId,
  PlacedId,
  PostId,
  TaskId,
  TradeId,
  Vec3,
} from './primitives.js'

const padded = (prefix: string, number: number, digits = 6) => `${prefix}${String(number).padStart(digits, '0')}`

export const agentId = (number: number) => `A${number}` as AgentId
export const taskId = (number: number) => padded('T', number) as TaskId
export const itemEntityId = (number: number) => padded('IT', number) as ItemEntityId
export const tradeId = (number: number) => padded('TR', number) as TradeId
export const contractId = (number: number) => padded('C', number) as ContractId
export const lawId = (number: number) => padded('LAW', number) as LawId
export const orgId = (number: number) => padded('ORG', number) as OrgId
export const postId = (number: number) => padded('P', number) as PostId

/** Named after the agent that claimed it, and keeps the name when it is deeded away. */
export const landId = (claimer: AgentId, number: number) => padded(`LAND_${claimer}_`, number, 3) as LandId

/** Says which OBS a client had seen. */
export const obsId = (agent: string, tick: number, eventsCursor: number) => `${agent}:${tick}:${eventsCursor}` as ObsId

/** Name of a thing bound to a block: `CHEST@12,0,-9`. */
export const placedId = (type: string, [x, y, z]: Vec3) => `${type}@${x},${y},${z}` as PlacedId

/** What an id such as `CHEST@12,0,-9` names; undefined when the text has another form. */
export function parsePlacedId(text: string): { readonly type: string; readonly pos: Vec3 } | undefined {
  const at = text.indexOf('@')
  if (at < 1) return undefined
  const numbers = text.slice(at + 1).split(',')
  if (numbers.length !== 3 || !numbers.every((part) => /^-?\d{1,15}$/.test(part))) return undefined
  const [x = 0, y = 0, z = 0] = numbers.map((part) => Number(part) + 0) // "-0" is 0
  return { type: text.slice(0, at), pos: [x, y, z] }
}

/** The number in `A12`; undefined when the text is no agent id. */
export function agentNumber(text: string): number | undefined {
  return /^A[1-9]\d{0,14}$/.test(text) ? Number(text.slice(1)) : undefined
}
