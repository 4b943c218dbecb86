import { WAKE_CAUSES_MAX } from '../limits.js'
import { labelled, viewEvent } from '../perception/event-view.js'
import type { Cause } from './watch.js'

/** Causes as callers read them: the words of others are labelled as such, and what does not fit is counted. */
export function viewCauses(causes: readonly Cause[]): Record<string, unknown>[] {
  const shown = causes.slice(0, WAKE_CAUSES_MAX).map(viewCause)
  const leftOut = causes.length - shown.length
  return leftOut === 0 ? shown : [...shown, { on: 'left_out', count: leftOut }]
}

function viewCause({ condition, on, cursor, event, state, tick }: Cause): Record<string, unknown> {
  return {
    condition,
    on,
    ...(cursor === undefined ? {} : { cursor }),
    ...(event === undefined ? {} : { event: viewEvent(event) }),
    ...(state === undefined ? {} : { state: labelled(state), tick }),
  }
}
