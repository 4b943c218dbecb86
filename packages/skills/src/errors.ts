export type SkillErrorCode =
  /** No skill of that name is registered. */
  | 'not_found'
  /** The input breaks a rule; the message names the field. */
  | 'bad_input'
  /** The caller lacks a right the skill asks for. */
  | 'forbidden'
  /** The skill only takes calls whose signature was verified. */
  | 'signature_required'
  /** A skill this one builds on is not registered. */
  | 'missing_dependency'
  /** The skill is there but switched off; the message says why. */
  | 'unavailable'
  /** Too many calls of this skill are waiting already. */
  | 'busy'
  /** The skill could not do it; the message says why. */
  | 'failed'
  | 'timeout'
  /** The caller no longer wants the result. */
  | 'cancelled'
  /** The skill returned what its schema does not allow. What it was is reported to us, not to the caller. */
  | 'bad_output'
  /** A fault of ours. */
  | 'internal'

export type SkillErrorOptions = ErrorOptions & {
  /** What the caller can do next. Dialects with fixed texts leave it out. */
  readonly next?: string
  /** Where an input breaks which rule, as a JSON pointer; dialects that speak in pointers use it. */
  readonly at?: { readonly pointer: string; readonly rule: string }
}

/** Why a call did not give a result. The message is written for the caller. */
export class SkillError extends Error {
  override readonly name = 'SkillError'
  readonly code: SkillErrorCode
  readonly next: string | undefined
  readonly at: SkillErrorOptions['at'] | undefined

  constructor(code: SkillErrorCode, message: string, options: SkillErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.next = options.next
    this.at = options.at
  }
}
