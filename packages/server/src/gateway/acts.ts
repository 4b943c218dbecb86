import { type Act, type ErrorCode, refusalOfAct } from '@clawstead/protocol'
import type { AckRecord, ActLedger } from '../host/act-ledger.js'

/** The act was not taken, and why; its id may be used again. */
export interface ActRefused {
  readonly kind: 'refuse'
  readonly ackFor: string
  readonly code: ErrorCode
  readonly message: string
  /** The field and the rule, for clients that understand additions. */
  readonly detail?: string | undefined
}

/** What becomes of an ACT before any world sees it. */
export type ActVerdict =
  | ActRefused
  | { readonly kind: 'replay'; readonly ackFor: string; readonly record: AckRecord }
  | { readonly kind: 'take'; readonly act: Act; readonly idempotencyKey: string | undefined }

/** Checks one ACT of a 1.1 session: what it must have, then whether the world it is for took it before. */
export function judgeAct(act: Act, meantFor: string, ledger: ActLedger, nowTick: number): ActVerdict {
  const refusal = refusalOfAct(act)
  if (refusal !== undefined) return badRequest(refusal)
  const { act_id: actId, idempotency_key: key } = act
  const idempotencyKey = key.trim() === '' || key === actId ? undefined : key
  const record = ledger.find(meantFor, actId, idempotencyKey, nowTick)
  return record === undefined ? { kind: 'take', act, idempotencyKey } : { kind: 'replay', ackFor: actId, record }
}

export function badRequest(refusal: { ackFor: string; message: string; detail?: string }): ActRefused {
  return { kind: 'refuse', code: 'E_PROTO_BAD_REQUEST', ...refusal }
}
