import type { Vec3 } from '@clawstead/protocol'
import type { Right } from '../rule.js'
import type { Agent } from '../state.js'
import type { World } from '../world.js'

/** What OBS shows about the place an agent stands in. */
export interface LocalRules {
  readonly role: 'WILD' | 'OWNER' | 'MEMBER' | 'VISITOR'
  readonly permissions: {
    readonly can_build: boolean
    readonly can_break: boolean
    readonly can_damage: boolean
    readonly can_trade: boolean
  }
  readonly tax: { readonly market: number }
}

/** The one place that decides who may do what where. No land is claimed yet: everywhere is wild. */
export function allows(_world: World, _agent: Agent, _at: Vec3, right: Right): boolean {
  return right !== 'damage'
}

const WILD: LocalRules = {
  role: 'WILD',
  permissions: { can_build: true, can_break: true, can_damage: false, can_trade: true },
  tax: { market: 0 },
}

export function localRules(_world: World, _agent: Agent): LocalRules {
  return WILD
}
