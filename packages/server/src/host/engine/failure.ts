import type { Input } from '@clawstead/world'
import type { EngineFailure } from './messages.js'

/** Describes what broke, so that it can be seen again from the log. */
export function failureOf(
  error: unknown,
  at: { tick: number; inputs: readonly Input[]; runDigest: string; keptDigest: string },
): EngineFailure {
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return { message, stack, tick: at.tick, inputs: at.inputs, digests: { run: at.runDigest, kept: at.keptDigest } }
}
