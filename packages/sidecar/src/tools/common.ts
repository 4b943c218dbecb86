import { ActRejectedError, ConnectionError } from '@clawstead/client'
import { SkillError } from '@clawstead/skills'
import { WAIT_MS_DEFAULT, WAIT_MS_MAX } from '../limits.js'

export const AUTHOR = 'clawstead'
export const VERSION = '1.0.0'

/** What a caller asks to wait, within reason. Zero and less mean the default. */
export function waitMs(asked: number | bigint | undefined): number {
  if (asked === undefined || asked <= 0) return WAIT_MS_DEFAULT
  return Number(asked > WAIT_MS_MAX ? WAIT_MS_MAX : asked)
}

/** Failures of the way to the world, in the words of this dialect. */
export async function withToolErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ActRejectedError) throw new SkillError('failed', error.message, { cause: error })
    if (!(error instanceof ConnectionError)) throw error
    const isDown = error.code === 'not_connected' || error.code === 'disconnected'
    throw new SkillError('failed', isDown ? 'not connected' : error.message, { cause: error })
  }
}

/** The object without members that say nothing: empty texts, zeros, false, empty objects and undefined. */
export function omitEmpty<Value extends object>(value: Value): Partial<Value> {
  const kept = Object.entries(value).filter(([, member]: [string, unknown]) => {
    if (typeof member === 'object' && member !== null) return Object.keys(member).length > 0
    return member !== undefined && member !== '' && member !== 0 && member !== false
  })
  return Object.fromEntries(kept) as Partial<Value>
}
