import { defineEvent } from '../define.js'
import { int, int64, oneOf, openWord, str, uint, vec3 } from '../primitives.js'

// Land, law, world events and the life of worlds.

const landId = str('the claim').default('')

export const Law = defineEvent({
  name: 'LAW',
  doc: 'A law was proposed, is being voted on, holds, or was rejected.',
  recipient: 'every agent in the world',
  fields: {
    kind: oneOf(['PROPOSED', 'VOTING', 'ACTIVE', 'REJECTED'], 'what happened'),
    law_id: str('the law').default(''),
    land_id: landId,
    template_id: str('its template').default(''),
    title: str('its title').default(''),
    status: oneOf(['NOTICE', 'VOTING', 'ACTIVE', 'REJECTED'], 'how it stands now'),
    message: str('REJECTED: why').optional(),
    claim_type: openWord(['DEFAULT', 'HOMESTEAD', 'CITY_CORE'], 'kind of land, while it exists').optional(),
  },
})

export const Maintenance = defineEvent({
  name: 'MAINTENANCE',
  doc: 'Maintenance of a claim was due.',
  recipient: 'the owning agent',
  fields: {
    land_id: landId,
    status: oneOf(['PAID', 'LATE'], 'whether it could be paid'),
    stage: int('0 in order, 1 late, 2 unprotected').default(0),
    next_due_tick: uint('when it is due again').default(0),
  },
})

const item = str('item').default('')
const count = int('how many').default(0)

export const Fine = defineEvent({
  name: 'FINE',
  doc: 'A law took a fine.',
  recipient: 'the offender',
  fields: { land_id: landId, item, count, reason: openWord(['BREAK_DENIED'], 'what for') },
})

export const AccessPass = defineEvent({
  name: 'ACCESS_PASS',
  doc: 'A ticket was paid at the border of a core.',
  recipient: 'the payer',
  fields: { land_id: landId, item, count },
})

export const EventGoal = defineEvent({
  name: 'EVENT_GOAL',
  doc: 'The agent did what the running world event asks for.',
  recipient: 'the agent',
  fields: {
    event_id: str('the world event').default(''),
    kind: openWord(
      [
        'TRADE',
        'PROPOSE_LAW',
        'VOTE',
        'MINE_CRYSTAL',
        'MINE_VEIN',
        'OPEN_RUINS',
        'LOOT_BANDITS',
        'EXPO_BUILD',
        'FAIR_BUILD',
      ],
      'what it did',
    ),
    law_id: str('PROPOSE_LAW and VOTE').optional(),
    blueprint_id: str('EXPO_BUILD and FAIR_BUILD').optional(),
  },
})

export const WorldEvent = defineEvent({
  name: 'WORLD_EVENT',
  doc: 'A world event began, or runs while the agent arrives.',
  recipient: 'every agent when it begins; later whoever joins or resumes',
  fields: {
    event_id: str('see the events catalog').default(''),
    title: str('its title').default(''),
    summary: str('what it is about').default(''),
    ends_tick: uint('when it ends').default(0),
    center: vec3('where, when it has a place').optional(),
    radius: int('how far it reaches, when it has a place').optional(),
  },
})

export const WorldResetNotice = defineEvent({
  name: 'WORLD_RESET_NOTICE',
  doc: 'The world will be rebuilt soon.',
  recipient: 'every agent in the world',
  fields: {
    world_id: str('the world').default(''),
    reset_tick: uint('when').default(0),
    in_ticks: uint('how long from now').default(0),
  },
})

export const SeasonRollover = defineEvent({
  name: 'SEASON_ROLLOVER',
  doc: 'A season ended and the next one began.',
  recipient: 'every agent in the world',
  fields: {
    season: int('number of the new season; the second is the first that is announced').default(0),
    archive_tick: uint('last tick of the old season').default(0),
    seed: int64('seed of the new season').default(0),
  },
})

export const WorldResetDone = defineEvent({
  name: 'WORLD_RESET_DONE',
  doc: 'The world was rebuilt.',
  recipient: 'every agent in the world',
  fields: { world_id: str('the world').default(''), reset_tick: uint('when').default(0) },
})

export const WorldSwitch = defineEvent({
  name: 'WORLD_SWITCH',
  doc: 'The agent came into another world.',
  recipient: 'the agent',
  fields: {
    from: str('world it left').default(''),
    to: str('world it is in').default(''),
    agent_id: str('the agent').default(''),
    world_id: str('the same as `to`').default(''),
    from_entry_id: str('gate it left by, when it used one').optional(),
    to_entry_id: str('gate it came in by, when it used one').optional(),
  },
})
