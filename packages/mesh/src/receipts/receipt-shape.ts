import { isAgentId, isMachineContext } from '../identity/agent-id.js'
import { RECEIPT_PATH_MAX } from './limits.js'
import type { SignedReceipt } from './receipt.js'

type Check = (value: unknown) => boolean
type Shape = Readonly<Record<string, Check | { readonly optional: Check }>>

const HASH = /^[0-9a-f]{64}$/
const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || typeof value === 'string'
const isHash: Check = (value) => typeof value === 'string' && HASH.test(value)
const isWhole: Check = (value) => Number.isSafeInteger(value)

const PARTY: Shape = {
  agent_id: (value) => typeof value === 'string' && isAgentId(value),
  pubkey: isText,
  machine_context: (value) => typeof value === 'string' && isMachineContext(value),
}
const MESSAGE: Shape = { base: isText, body: isTextOrNull }
const CALL: Shape = {
  method: isText,
  nonce: isText,
  timestamp: isText,
  signature: isText,
  params: isTextOrNull,
  message: { optional: (value) => problemOf(value, MESSAGE) === undefined },
}
const PROOF: Shape = {
  signature: isText,
  path: (value) => Array.isArray(value) && value.length <= RECEIPT_PATH_MAX && value.every(isStep),
}
const RECEIPT: Shape = {
  type: (value) => value === 'clawstead/receipt',
  version: (value) => value === 1,
  at: isWhole,
  caller: (value) => problemOf(value, PARTY) === undefined,
  node: (value) => problemOf(value, PARTY) === undefined,
  skill: isText,
  skill_version: isText,
  status: isWhole,
  input_hash: isHash,
  output_hash: isHash,
  call: (value) => problemOf(value, CALL) === undefined,
  proof: (value) => problemOf(value, PROOF) === undefined,
}

/** A value as a receipt, or which member is not one's. */
export function asReceipt(value: unknown): SignedReceipt | string {
  const problem = problemOf(value, RECEIPT)
  return problem ?? (value as SignedReceipt)
}

function problemOf(value: unknown, shape: Shape): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object'
  const members = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(members).find((member) => !(member in shape))
  if (unknown !== undefined) return `${unknown} is not a member of a receipt`
  const wrong = Object.entries(shape).find(([member, check]) =>
    typeof check === 'function'
      ? !check(members[member])
      : members[member] !== undefined && !check.optional(members[member]),
  )
  return wrong === undefined ? undefined : `${wrong[0]} is missing or malformed`
}

function isStep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const [entry, ...others] = Object.entries(value)
  return entry !== undefined && others.length === 0 && ['left', 'right'].includes(entry[0]) && isHash(entry[1])
}
