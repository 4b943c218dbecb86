import type { SkillErrorCode } from '@clawstead/skills'
import type { CallBody } from './call-body.js'

/** What every call is answered with. */
export type Envelope = Readonly<Record<string, unknown>> & {
  readonly success: boolean
  readonly data: unknown
  readonly error?: string
}

type Asked = Pick<CallBody, 'id' | 'isRpc'>
const NOTHING_ASKED: Asked = { isRpc: false }

/** A success reads as an envelope and, for who speaks JSON-RPC, as its answer too. */
export function successEnvelope(data: unknown, asked: Asked = NOTHING_ASKED): Envelope {
  const envelope = { success: true, data }
  if (asked.id === undefined && !asked.isRpc) return envelope
  return { ...envelope, ...echo(asked), ...(asked.isRpc ? { result: data } : {}) }
}

/**
 * A failure has its reason as text. JSON-RPC wants an object in the same place; it stands in `error_detail`, and who insists
 * on it uses the door at `/mcp`.
 */
export function failureEnvelope(reason: { status: number; message: string }, asked: Asked = NOTHING_ASKED): Envelope {
  const { status, message } = reason
  const detail = { code: RPC_CODE_BY_STATUS[status] ?? RPC_SERVER_ERROR, message, data: { status } }
  return {
    success: false,
    data: null,
    error: message,
    ...echo(asked),
    ...(asked.isRpc ? { error_detail: detail } : {}),
  }
}

function echo({ id, isRpc }: Asked): object {
  return { ...(id === undefined ? {} : { id }), ...(isRpc ? { jsonrpc: '2.0' } : {}) }
}

const RPC_SERVER_ERROR = -32000
const RPC_CODE_BY_STATUS: Readonly<Record<number, number>> = { 400: -32602, 404: -32601, 405: -32601, 500: -32603 }

/** A skill that could not do it has still answered: that is no fault of the call. */
export const STATUS_BY_CODE: Readonly<Record<SkillErrorCode, number>> = {
  not_found: 404,
  bad_input: 400,
  forbidden: 403,
  signature_required: 401,
  missing_dependency: 503,
  unavailable: 503,
  busy: 503,
  failed: 200,
  timeout: 504,
  cancelled: 503,
  bad_output: 500,
  internal: 500,
}
