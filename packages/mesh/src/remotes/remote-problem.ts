import { DialError, SkillError } from '@clawstead/skills'
import { foreignText } from './foreign-text.js'

/** What a call or a look at a remote came to, when not to a result. */
export type RemoteProblemKind =
  /** The remote is to blame: unreachable, silent, nonsense, 5xx, a signature that does not hold. These count. */
  | 'failure'
  /** It has no such thing. */
  | 'not_found'
  /** It wants to be asked later. */
  | 'busy'
  /** It answered properly, and the answer is no. */
  | 'refused'
  /** Nobody waits for the answer any more. */
  | 'cancelled'

/** Why a remote gave no result. Messages hold a stranger's words only after they were made printable. */
export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem'
  readonly kind: RemoteProblemKind
  /** What the caller of the skill gets to see. */
  readonly shown: SkillError
  readonly retryAfterMs: number | undefined
  /** The remote did its part: whatever it said, it is up and speaks the protocol. */
  readonly isProperAnswer: boolean

  constructor(
    kind: RemoteProblemKind,
    message: string,
    options: {
      readonly shown?: SkillError
      readonly retryAfterMs?: number
      readonly isProperAnswer?: boolean
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.shown = options.shown ?? new SkillError(CODE_BY_KIND[kind], message)
    this.retryAfterMs = options.retryAfterMs
    this.isProperAnswer = options.isProperAnswer ?? false
  }
}

const CODE_BY_KIND = {
  failure: 'unavailable',
  not_found: 'not_found',
  busy: 'busy',
  refused: 'failed',
  cancelled: 'cancelled',
} as const

/** The remote answered, but not with what was agreed. */
export function nonsense(url: string, what: string): RemoteProblem {
  const message = `${url} answered nonsense: ${foreignText(what)}`
  return new RemoteProblem('failure', message, { shown: new SkillError('bad_output', message) })
}

/** What went wrong on the way: an error of dialling, a time that is up, a caller that left. */
export function problemOf(url: string, error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error
  if (error instanceof SkillError && error.code === 'cancelled') {
    return new RemoteProblem('cancelled', error.message, { shown: error, cause: error })
  }
  if (error instanceof SkillError) return new RemoteProblem('failure', `${url}: ${error.message}`, { shown: error })
  if (error instanceof DialError) {
    const code = error.rule === 'timeout' ? 'timeout' : error.rule === 'size' ? 'bad_output' : 'unavailable'
    const shown = new SkillError(code, error.message)
    return new RemoteProblem('failure', `${error.rule}: ${error.message}`, { shown, cause: error })
  }
  const message = `${url}: ${foreignText(error instanceof Error ? error.message : String(error))}`
  return new RemoteProblem('failure', message, { cause: error })
}
