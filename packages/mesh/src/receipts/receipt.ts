import { canonicalJson } from '@clawstead/skills'
import type { Identity } from '../identity/identity.js'
import { sha256Hex } from '../identity/sha256.js'
import type { VerifiedCall } from '../identity/verifier.js'
import { RECEIPT_INPUT_BYTES_MAX } from './limits.js'
import type { MerkleStep } from './merkle.js'

/** What two parties did, told so that a third one can check it without asking either. */
export type Receipt = {
  readonly type: 'clawstead/receipt'
  readonly version: 1
  /** When the answer was ready, by the node's clock, in unix milliseconds. */
  readonly at: number
  readonly caller: Party
  readonly node: Party
  readonly skill: string
  readonly skill_version: string
  /** HTTP status of the answer. */
  readonly status: number
  /** SHA-256 of the canonical JSON of the params as they were received. */
  readonly input_hash: string
  /** SHA-256 of the canonical JSON of the answer's body. */
  readonly output_hash: string
  readonly call: CallerProof
}

export type Party = { readonly agent_id: string; readonly pubkey: string; readonly machine_context: string }

/** What the caller signed. */
export type CallerProof = {
  readonly method: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
  /** Canonical JSON of the params; `null` when they were too long to keep, or are not to be kept. */
  readonly params: string | null
  /** There when the whole HTTP request was signed (RFC 9421): the signature base, and the body its digest is of. */
  readonly message?: { readonly base: string; readonly body: string | null }
}

/** A receipt with the node's signature, as one line of a file. */
export type SignedReceipt = Receipt & {
  readonly proof: {
    /** Way from this receipt to the root of the batch it was signed with. */
    readonly path: readonly MerkleStep[]
    /** The node's, over the root. */
    readonly signature: string
  }
}

/** A signed call that came to its end. */
export type ReceiptRecord = {
  readonly signed: VerifiedCall
  readonly skill: { readonly name: string; readonly version: string }
  /** The body of the answer: canonical JSON. */
  readonly answerText: string
  readonly status: number
  readonly atMs: number
}

/** Members are in the order of their names throughout, so that plain JSON is the canonical one. */
export function receiptOf(record: ReceiptRecord, node: Identity, keepsInputs: boolean): Receipt {
  const { signed, skill, answerText, status, atMs } = record
  const params = signed.paramsText ?? canonicalJson(signed.params ?? {})
  const keepable = (text: string): string | null =>
    keepsInputs && Buffer.byteLength(text) <= RECEIPT_INPUT_BYTES_MAX ? text : null
  const { message } = signed
  return {
    at: atMs,
    call: {
      ...(message === undefined ? {} : { message: { base: message.base, body: keepable(message.body) } }),
      method: signed.method,
      nonce: signed.nonce,
      params: keepable(params),
      signature: signed.signature,
      timestamp: signed.timestamp,
    },
    caller: { agent_id: signed.agentId, machine_context: signed.machineContext ?? '', pubkey: signed.publicKey },
    input_hash: sha256Hex(params),
    node: { agent_id: node.agentId, machine_context: node.machineContext, pubkey: node.publicKeyText },
    output_hash: sha256Hex(answerText),
    skill: skill.name,
    skill_version: skill.version,
    status,
    type: 'clawstead/receipt',
    version: 1,
  }
}

/** What the node signs: no text that is signed anywhere else begins like it. */
export function batchText(root: string): string {
  return `clawstead/receipts/1\n${root}`
}
