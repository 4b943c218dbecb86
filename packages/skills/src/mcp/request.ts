import type { ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import type { ProgressStep } from '../skill.js'

/** The caller of this very request: a session outlives the evidence of the request that opened it. */
export function callerOf(context: ServerContext): Caller | undefined {
  return context.http?.authInfo?.extra?.caller as Caller | undefined
}

export function progressOf({ mcpReq }: ServerContext): ((step: ProgressStep) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  return (step) => {
    // A client that has gone no longer needs to know.
    void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...step } }).catch(() => undefined)
  }
}
