import type { Known } from './judge.js'
import type { SESSIONS } from './sessions.js'

type ByRecording = { readonly [Name in keyof typeof SESSIONS]?: readonly Known[] }

const TRADE = ['OFFER_TRADE', 'ACCEPT_TRADE', 'DECLINE_TRADE']
const CONTRACTS = ['POST_CONTRACT', 'ACCEPT_CONTRACT', 'SUBMIT_CONTRACT', 'CLAIM_OWED']
const ORGS = ['CREATE_ORG', 'JOIN_ORG', 'LEAVE_ORG', 'ORG_DEPOSIT', 'ORG_WITHDRAW']
const LAND = ['CLAIM_LAND', 'SET_PERMISSIONS', 'ADD_MEMBER', 'REMOVE_MEMBER', 'UPGRADE_CLAIM', 'DEED_LAND']
const LAWS = ['PROPOSE_LAW', 'VOTE']

const LATE_VIEWS = ['view of A1 in tick 648', 'view of A1 in tick 658', 'view of A1 in tick 742']

/** What differs because a part of the world does not exist yet. A part that arrives makes its lines here fail. */
export const PENDING: ByRecording = {
  session: [
    { because: 'trade', actions: TRADE },
    { because: 'trade moved goods and gave reputation', cases: ['Ks1 MINE'], at: ['self.reputation*'] },
    {
      because: 'trade moved goods and gave reputation',
      cases: ['view of A1*'],
      at: [
        'self.reputation.trade',
        'self.reputation.social',
        'inventory.COAL',
        'inventory.PLANK',
        'entities.A2.reputation_hint',
        'fun_score.social',
      ],
    },
    {
      because: 'trade gave reputation',
      cases: ['view of A3 in tick 663'],
      at: ['entities.A1.reputation_hint', 'entities.A2.reputation_hint'],
    },
    { because: 'switches', actions: ['TOGGLE_SWITCH'] },
    {
      because: 'switches, conveyors and sensors',
      cases: ['view of A1 in tick 236', 'view of A1 in tick 265', ...LATE_VIEWS, 'view of A3 in tick 663'],
      at: ['entities.CONVEYOR@6,0,-2', 'entities.SWITCH@5,0,-3', 'entities.SENSOR@6,0,-1'],
    },
    {
      because: 'switches',
      cases: ['view of A1 in tick 236', 'view of A1 in tick 265'],
      at: ['entities.SWITCH@3,0,-3'],
    },
    {
      because: 'switches',
      cases: ['view of A1 in tick 658', 'view of A1 in tick 742', 'view of A3 in tick 663'],
      at: ['entities.SWITCH@4,0,-3'],
    },
    { because: 'contracts', actions: CONTRACTS },
    { because: 'contracts of a terminal', cases: ['K187 OPEN', 'K203 OPEN', 'K199 TRANSFER', 'K215 BUILD_BLUEPRINT'] },
    { because: 'goods kept for a contract hold a terminal in place', cases: ['K189 MINE', 'K202 TRANSFER'] },
    {
      because: 'goods kept for a contract hold a terminal in place',
      cases: [...LATE_VIEWS, 'view of A3 in tick 663'],
      at: ['voxels.data', 'entities.CONTRACT_TERMINAL@3,0,-2', 'entities.IT000009'],
    },
    { because: 'organisations', actions: ORGS },
    { because: 'talk within an organisation', cases: ['I241 SAY'] },
    {
      because: 'members of an organisation are seen to be',
      cases: [...LATE_VIEWS, 'view of A3 in tick 663'],
      at: ['entities.A2.tags'],
    },
    {
      because: 'members of an organisation are seen to be',
      cases: ['view of A3 in tick 663'],
      at: ['entities.A1.tags'],
    },
    { because: 'land', actions: LAND },
    { because: 'land', cases: ['view of A1 in tick 658', 'view of A1 in tick 742'], at: ['events*', 'local_rules*'] },
    {
      because: 'land costs',
      cases: ['view of A1 in tick 658', 'view of A1 in tick 742'],
      at: ['inventory.BATTERY', 'inventory.CRYSTAL_SHARD'],
    },
    {
      because: 'a totem is set where land is claimed',
      cases: ['view of A1 in tick 658'],
      at: ['voxels.encoding', 'voxels.ops'],
    },
    { because: 'land', cases: ['view of A3 in tick 663'], at: ['local_rules*'] },
    {
      because: 'land keeps strangers from writing and taking',
      cases: ['view of A1 in tick 742'],
      at: ['entities.SIGN@5,0,-4.tags', 'entities.IT000002', 'public_boards*'],
    },
    { because: 'land', cases: ['K249 MINE', 'K250 PLACE', 'K251 BUILD_BLUEPRINT', 'K254 TRANSFER', 'K261 GATHER'] },
    { because: 'land', cases: ['I255 SET_SIGN', 'I257 SAY', 'I262 POST_BOARD'] },
    { because: 'laws', actions: LAWS },
    { because: 'laws', cases: ['events of A*', 'K320 MINE', 'K323 PLACE', 'K329 MOVE_TO', 'K333 MOVE_TO'] },
  ],
  default: [
    {
      because: 'the director tells newcomers of an event',
      cases: ['batch "r1"', 'batch "r8"'],
      at: ['got[0].events[1].event*'],
    },
  ],
  newcomers: [{ because: 'trade', actions: TRADE }],
  'empty-handed': [{ because: 'land', actions: LAND }],
  switch: [
    {
      because: 'trade, laws and land',
      cases: ['act_21'],
      at: ['events[1]*', 'events[2]*', 'events[3]*', 'events[4]*', 'events[5]*', 'events[8]*'],
    },
  ],
  hunger: [
    { because: 'land has to be paid for', cases: ['events of A1 in tick 6014'] },
    {
      because: 'a totem stands where the agent came into the world',
      cases: ['events of A1 in tick 8000'],
      at: ['self.pos*', 'events[1].pos*'],
    },
    { because: 'land has to be paid for', cases: ['events of A1 in tick 8000'], at: ['events[1].lost*'] },
  ],
}

/** What is meant to differ. */
export const ON_PURPOSE: ByRecording = {
  session: [
    {
      because: 'a step that cannot be taken costs no stamina',
      cases: ['view of A3 in tick 663'],
      at: ['self.stamina'],
    },
  ],
  default: [
    { because: 'a repeated idempotency key is not carried out again [ACT9]', cases: ['n16'] },
    {
      because: 'a repeated idempotency key is not carried out again [ACT9]',
      cases: ['batch "r8"'],
      at: ['got[0].events[17].event.ref', 'got[0].events[17].event.t'],
    },
  ],
  newcomers: [
    {
      because: 'what is refused for its arguments does not count against a limit',
      cases: ['W1 WHISPER', 'P1 POST_BOARD'],
    },
  ],
  pit: [
    {
      because: 'those in a world that is rebuilt keep all they have and know, and wait at its gate',
      cases: ['events of A1 in tick 300'],
      at: ['self.pos*', 'self.hunger', 'inventory*', 'events', 'world.biome'],
    },
  ],
  switch: [
    { because: 'a switch without a target is answered', cases: ['act_6'], at: ['events', 'news'] },
    { because: 'no two agents have the same name, so nothing stands in the way', cases: ['act_12'] },
    { because: 'the switch before was carried out, so the agent is elsewhere', cases: ['act_13'] },
    { because: 'the rest of the ACT is carried out or answered', cases: ['act_16'], at: ['switch.events'] },
    { because: 'the rest of the ACT is carried out or answered', cases: ['view of A6 in tick 61'], at: ['events'] },
    { because: 'the walk to the gate was not recorded', cases: ['view of A6 in tick 61'], at: ['self.stamina'] },
    { because: 'no two agents have the same name', cases: ['view of A6 in tick 61'], at: ['entities.A1'] },
    { because: 'a refused switch changes nothing', cases: ['act_20'], at: ['switch.events'] },
    {
      because: 'events from before a switch are kept',
      cases: ['batch of A10'],
      at: ['got[0].events', 'got[0].next_cursor'],
    },
  ],
}
