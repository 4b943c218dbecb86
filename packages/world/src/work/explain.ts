import type { ErrorCode } from '@clawstead/protocol'
import { type Refusal, refuse } from '../rule.js'
import type { World } from '../world.js'

/** A refusal with numbers beside its text, in worlds whose profile explains. */
export function explain(
  world: World,
  code: ErrorCode,
  message: string,
  detail: Readonly<Record<string, unknown>>,
): Refusal {
  return world.profile.explains ? refuse(code, message, detail) : refuse(code, message)
}
