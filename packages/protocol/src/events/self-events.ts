import { defineEvent } from '../define.js'
import { bool, int, oneOf, openWord, pairs, str, uint, vec3 } from '../primitives.js'

// What happens to an agent's own requests and body.

export const ActionResult = defineEvent({
  name: 'ACTION_RESULT',
  doc: 'The answer to one instant, task request or cancel, or to a whole ACT that could not be taken.',
  recipient: 'the requester',
  fields: {
    ref: str('`id` of the request; the task id for a cancel; `ACT` for a whole ACT').default(''),
    ok: bool('whether it was taken').default(false),
    code: str('error code, on failure only').optional(),
    message: str('what went wrong, or what was done').optional(),
    task_id: str('the task that now runs').optional(),
    trade_id: str('OFFER_TRADE').optional(),
    post_id: str('POST_BOARD').optional(),
    contract_id: str('POST_CONTRACT').optional(),
    org_id: str('CREATE_ORG').optional(),
    law_id: str('PROPOSE_LAW').optional(),
    land_id: str('CLAIM_LAND, UPGRADE_CLAIM').optional(),
    radius: int('UPGRADE_CLAIM').optional(),
    cooldown_ticks: uint('rate limited: how long to wait').optional(),
    cooldown_until_tick: uint('rate limited: when to try again').optional(),
    world_id: str('SWITCH_WORLD: where the agent is now').optional(),
    from: str('SWITCH_WORLD: where it was').optional(),
    from_entry_id: str('SWITCH_WORLD: gate it left by').optional(),
    to_entry_id: str('SWITCH_WORLD: gate it came in by').optional(),
  },
})

export const TaskDone = defineEvent({
  name: 'TASK_DONE',
  doc: 'A task has finished.',
  recipient: 'the agent that asked for it',
  fields: { task_id: str('the task').default(''), kind: str('its type, such as `MINE`').default('') },
})

export const TaskFail = defineEvent({
  name: 'TASK_FAIL',
  doc: 'A running task has failed. Tasks that are cancelled, or dropped by respawn, reset or switch, send nothing.',
  recipient: 'the agent that asked for it',
  fields: {
    task_id: str('the task').default(''),
    code: str('error code').default(''),
    message: str('why').default(''),
  },
})

export const Damage = defineEvent({
  name: 'DAMAGE',
  doc: 'The agent was hurt.',
  recipient: 'the agent',
  fields: {
    kind: openWord(['STARVATION', 'COLD', 'BANDIT'], 'what hurt it'),
    hp: int('health left').default(0),
  },
})

export const Respawn = defineEvent({
  name: 'RESPAWN',
  doc: 'The agent went down and came back at its spawn, leaving part of what it carried.',
  recipient: 'the agent',
  fields: {
    reason: openWord(['DOWNED'], 'why'),
    pos: vec3('where it is now'),
    drop_pos: vec3('where its things lie'),
    lost: pairs('what it dropped; absent when nothing').optional(),
  },
})

export const FUN_DIMENSIONS = ['NOVELTY', 'CREATION', 'SOCIAL', 'INFLUENCE', 'NARRATIVE', 'RISK_RESCUE'] as const

export const Fun = defineEvent({
  name: 'FUN',
  doc: 'The agent did something worth points.',
  recipient: 'the agent',
  fields: {
    dim: oneOf(FUN_DIMENSIONS, 'which total grows'),
    delta: int('points').default(0),
    total: int('the new total').default(0),
    reason: openWord(
      [
        'biome:<BIOME>',
        'recipe:<recipe id>',
        'event:<event id>',
        'trade',
        'contract',
        'event_success',
        'hazard_success',
        'event_build',
        'hazard_build',
        'law_adopted',
        'civic_vote_law',
        'vote',
        'civic_vote_vote',
        'civic_vote_propose',
        'structure',
        'infra_usage_day',
        'market_week_trade',
        'event_mine',
        'bandit_loot',
        'builder_expo',
        'blueprint_fair',
      ],
      'what for',
    ),
  },
})
