import { createHash } from 'node:crypto'
import { canonicalJson } from '@clawstead/skills'
import { agentIdOf } from '../identity/agent-id.js'
import { isSignedBy } from '../identity/ed25519.js'
import { publicKeyFromText, signatureFromText } from '../identity/encodings.js'
import { sha256Hex } from '../identity/sha256.js'
import { readStrictJsonText } from '../identity/strict-json.js'
import { leafHash, rootFrom } from './merkle.js'
import { batchText, type Party, type SignedReceipt } from './receipt.js'
import { asReceipt } from './receipt-shape.js'

export type ReceiptVerdict =
  | {
      readonly ok: true
      readonly receipt: SignedReceipt
      /** False when the input was not kept and not given: then only the node vouches for the caller. */
      readonly isCallerProved: boolean
    }
  | { readonly ok: false; readonly reason: string }

/** Checks a receipt with nothing but itself. Whether the two keys are whom one thinks is for the reader to compare. */
export function verifyReceipt(value: unknown, given: { readonly params?: unknown } = {}): ReceiptVerdict {
  const receipt = asReceipt(value)
  if (typeof receipt === 'string') return bad(receipt)
  const caller = keyOf(receipt.caller)
  const node = keyOf(receipt.node)
  if (caller === undefined) return bad('caller: agent_id does not belong to pubkey and machine_context')
  if (node === undefined) return bad('node: agent_id does not belong to pubkey and machine_context')

  const { proof, ...unsigned } = receipt
  const nodeSignature = signatureFromText(proof.signature)
  const root = rootFrom(leafHash(canonicalJson(unsigned)), proof.path)
  if (nodeSignature === undefined || !isSignedBy(node, batchText(root), nodeSignature)) {
    return bad('the signature of the node does not fit')
  }
  const paramsText = given.params === undefined ? receipt.call.params : canonicalJson(given.params)
  if (paramsText !== null && sha256Hex(paramsText) !== receipt.input_hash)
    return bad('the input does not fit input_hash')
  const isWhole = receipt.call.message === undefined ? paramsText !== null : receipt.call.message.body !== null
  const problem = callerProblem(receipt, caller, paramsText)
  return problem === undefined ? { ok: true, receipt, isCallerProved: isWhole } : bad(problem)
}

function callerProblem(
  { call, skill, input_hash }: SignedReceipt,
  key: Uint8Array,
  params: string | null,
): string | undefined {
  const signature = signatureFromText(call.signature)
  if (signature === undefined) return 'the signature of the caller is malformed'
  const misfit = 'the signature of the caller does not fit'
  if (call.message !== undefined) {
    const { base, body } = call.message
    if (!isSignedBy(key, base, signature)) return misfit
    return body === null ? undefined : messageProblem(base, body, input_hash)
  }
  if (call.method.includes('/') && call.method !== skill && !JSON_RPC_METHODS.has(call.method)) {
    return 'the caller signed for another skill'
  }
  if (params === null) return undefined
  return isSignedBy(key, `${call.method}${params}${call.nonce}${call.timestamp}`, signature) ? undefined : misfit
}

/** A call that came as JSON-RPC names its skill inside the params. */
const JSON_RPC_METHODS = new Set(['tools/call'])

/** The base covers the body by its digest; the input is part of the body. */
function messageProblem(base: string, body: string, inputHash: string): string | undefined {
  const digest = createHash('sha256').update(body).digest('base64')
  if (!base.split('\n').some((line) => line.startsWith('"content-digest": ') && line.includes(`sha-256=:${digest}:`))) {
    return 'the body does not fit the digest that the caller signed'
  }
  const json = readStrictJsonText(body === '' ? '{}' : body)
  const value = json.ok ? (json.value as { method?: unknown; params?: unknown }) : undefined
  const params = typeof value?.method === 'string' ? (value.params ?? {}) : value
  return params !== undefined && sha256Hex(canonicalJson(params)) === inputHash
    ? undefined
    : 'the input does not fit input_hash'
}

function keyOf({ pubkey, machine_context: context, agent_id: id }: Party): Uint8Array | undefined {
  const key = publicKeyFromText(pubkey)
  return key !== undefined && agentIdOf(key, context) === id ? key : undefined
}

function bad(reason: string): ReceiptVerdict {
  return { ok: false, reason }
}
