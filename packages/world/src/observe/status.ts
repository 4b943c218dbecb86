import { HUNGRY_BELOW } from '../body/vitals.js'
import type { Agent } from '../state.js'
import type { World } from '../world.js'

const TIRED_BELOW_MILLI = 200

/** How a body feels, as a JSON list that is never empty. */
export function statusOf(_world: World, { hunger, staminaMilli }: Agent): string {
  const hungry = hunger === 0 ? '"STARVING"' : hunger < HUNGRY_BELOW ? '"HUNGRY"' : ''
  const tired = staminaMilli < TIRED_BELOW_MILLI ? '"TIRED"' : ''
  if (hungry === '' && tired === '') return '["NONE"]'
  return `[${hungry}${hungry !== '' && tired !== '' ? ',' : ''}${tired}]`
}
