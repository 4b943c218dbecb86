import type { DoorRequest } from '@clawstead/skills'
import { HOPS_HEADER } from '../remotes/hops.js'
import { HOPS_MAX } from './limits.js'

/** How many nodes a call has passed through before this one, or why that cannot be. */
export function readHops(
  headers: DoorRequest['headers'],
): { readonly ok: true; readonly hops: number } | { readonly ok: false; readonly problem: string } {
  const text = headers[HOPS_HEADER] ?? '0'
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return refuse('must be a whole number')
  const hops = Number(text)
  return hops > HOPS_MAX ? refuse(`passed ${hops} nodes, at most ${HOPS_MAX} are allowed`) : { ok: true, hops }
}

function refuse(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `${HOPS_HEADER}: ${problem}` }
}
