import type { DoorRequest } from '@clawstead/skills'
import { HOPS_HEADER } from '../remotes/hops.js'

/** How many nodes a call has passed through before this one, or why that cannot be. */
export function readHops(
  headers: DoorRequest['headers'],
): { readonly ok: true; readonly hops: number } | { readonly ok: false; readonly problem: string } {
  const text = headers[HOPS_HEADER] ?? '0'
  if (typeof text === 'string' && /^\d{1,3}$/.test(text)) return { ok: true, hops: Number(text) }
  return { ok: false, problem: `${HOPS_HEADER}: must be a whole number` }
}
