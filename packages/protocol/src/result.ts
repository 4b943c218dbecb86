/** What kind of fault stopped a decoder, for code that must choose an answer (ignore, NACK, close). */
export const DECODE_REASONS = {
  too_large: 'the frame is larger than the limit',
  too_deep: 'lists and objects are nested deeper than the limit',
  not_json: 'the text is not JSON',
  not_object: 'the frame is JSON but not an object',
  bad_envelope: '`type` or `protocol_version` is not a string, so nobody can be answered',
  unknown_type: 'no message of that `type` exists in this direction',
  bad_field: 'a known field has the wrong type or breaks a limit',
  bad_data: 'encoded cell data does not have the promised form',
} as const

export type DecodeReason = keyof typeof DECODE_REASONS

/** Why a frame was refused: the field and the rule it breaks, in words a sender can act on. */
export interface DecodeError {
  /** The wire code of a refusal of a whole frame. */
  readonly code: 'E_PROTO_BAD_REQUEST'
  readonly reason: DecodeReason
  /** The field, such as `tasks[0].target[1]`; empty when the frame as a whole is at fault. */
  readonly path: string
  readonly message: string
  /** The frame's `type`, when the envelope could be read. */
  readonly type?: string
  /** The `act_id` of an ACT that failed, when it could be read: a NACK names it. */
  readonly actId?: string
}

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: DecodeError }

export function refuseDecode(
  reason: DecodeReason,
  path: string,
  message: string,
  about: { type?: string; actId?: string } = {},
): { readonly ok: false; readonly error: DecodeError } {
  return { ok: false, error: { code: 'E_PROTO_BAD_REQUEST', reason, path, message, ...about } }
}
