import { defineInstant, refusal } from '../define.js'
import { int, loosePairs, stacks, str, uint, vec3 } from '../primitives.js'
import { tooFar, tradeDisabled } from './shared-refusals.js'

const missingTradeId = refusal('E_BAD_REQUEST', 'missing trade_id', 'no trade is named')
const tradeNotFound = refusal('E_INVALID_TARGET', 'trade not found', 'no open trade has that id')
const notYourTrade = refusal('E_NO_PERMISSION', 'not your trade', 'the offer was made to someone else')
const tradeNotAllowed = refusal('E_NO_PERMISSION', 'trade not allowed here', 'no trading where one of the two stands')

export const OfferTrade = defineInstant({
  name: 'OFFER_TRADE',
  doc: 'Offer another agent an exchange. It stays open until answered or until one of the two leaves the world.',
  fields: {
    to: str('agent id'),
    offer: loosePairs('what is given: `[["ITEM", count], ...]`; fractions are cut, repeated items add up'),
    request: loosePairs('what is wanted in return'),
  },
  needs: ['to', 'offer', 'request'],
  result: '`trade_id`; the target gets TRADE_OFFER',
  refusals: [
    tradeDisabled,
    refusal('E_BAD_REQUEST', 'missing to', 'no agent is named'),
    refusal('E_RATE_LIMIT', 'too many OFFER_TRADE', 'too many in the window'),
    tradeNotAllowed,
    refusal('E_INVALID_TARGET', 'target not found', 'no such agent in this world'),
    refusal('E_BAD_REQUEST', 'bad offer', 'the offer is empty or a pair is not [item, count above 0]'),
    refusal('E_BAD_REQUEST', 'bad request', 'the request is empty or a pair is not [item, count above 0]'),
  ],
})

export const AcceptTrade = defineInstant({
  name: 'ACCEPT_TRADE',
  doc: 'Take an offer: both sides change hands at once, less the market tax of the land both stand on.',
  fields: { trade_id: str('the offer') },
  needs: ['trade_id'],
  result: 'message `ok`; both get TRADE_DONE',
  refusals: [
    tradeDisabled,
    missingTradeId,
    tradeNotFound,
    notYourTrade,
    refusal('E_INVALID_TARGET', 'trader offline', 'the proposer is no longer in this world'),
    tradeNotAllowed,
    refusal('E_NO_RESOURCE', 'missing items', 'one side no longer has what it promised; the offer stays'),
  ],
})

export const DeclineTrade = defineInstant({
  name: 'DECLINE_TRADE',
  doc: 'Turn an offer down.',
  fields: { trade_id: str('the offer') },
  needs: ['trade_id'],
  result: 'message `declined`; the proposer gets TRADE_DECLINED',
  refusals: [tradeDisabled, missingTradeId, tradeNotFound, notYourTrade],
})

const terminalId = str('`CONTRACT_TERMINAL@x,y,z`')
const missingIds = refusal('E_BAD_REQUEST', 'missing contract_id/terminal_id', 'contract or terminal is blank')
const contractNotFound = refusal('E_INVALID_TARGET', 'contract not found', 'no contract has that id')
const terminalMismatch = refusal('E_INVALID_TARGET', 'terminal mismatch', 'the contract hangs at another terminal')
const contractExpired = refusal('E_CONFLICT', 'contract expired', 'the deadline has passed')

export const PostContract = defineInstant({
  name: 'POST_CONTRACT',
  doc: 'Offer work at a terminal. The reward leaves the poster at once and is kept in the terminal.',
  fields: {
    terminal_id: terminalId,
    contract_kind: str('`GATHER`, `DELIVER` or `BUILD`, any case'),
    requirements: stacks('what must be brought; not for BUILD'),
    reward: stacks('what the worker gets'),
    deposit: stacks('what the worker must leave as a pledge'),
    deadline_tick: uint('last good tick; wins over `duration_ticks` when not 0'),
    duration_ticks: int('ticks from now; with neither, one day'),
    blueprint_id: str('BUILD: what to build'),
    anchor: vec3('BUILD: where'),
    rotation: int('BUILD: quarter turns or degrees'),
  },
  needs: ['terminal_id', 'contract_kind', 'reward'],
  result: '`contract_id`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing terminal_id', 'no terminal is named'),
    refusal('E_INVALID_TARGET', 'contract terminal not found', 'there is no terminal at that place'),
    tooFar,
    refusal('E_BAD_REQUEST', 'bad contract_kind', 'the kind is none of the three'),
    refusal('E_BAD_REQUEST', 'missing reward', 'no reward is offered'),
    refusal('E_BAD_REQUEST', 'missing requirements', 'GATHER or DELIVER without requirements'),
    refusal('E_BAD_REQUEST', 'missing blueprint_id', 'BUILD without a blueprint'),
    refusal('E_NO_RESOURCE', 'insufficient reward items', 'the poster does not carry the reward'),
  ],
})

export const AcceptContract = defineInstant({
  name: 'ACCEPT_CONTRACT',
  doc: 'Take on a contract, leaving its deposit: twice or three times as much with a poor trade reputation.',
  fields: { contract_id: str('the contract'), terminal_id: terminalId },
  needs: ['contract_id', 'terminal_id'],
  result: 'message `accepted`',
  refusals: [
    missingIds,
    contractNotFound,
    refusal('E_CONFLICT', 'contract not open', 'somebody took it, or it is over'),
    terminalMismatch,
    tooFar,
    contractExpired,
    refusal('E_NO_RESOURCE', 'insufficient deposit', 'the agent does not carry the deposit'),
  ],
})

export const SubmitContract = defineInstant({
  name: 'SUBMIT_CONTRACT',
  doc: 'Hand in finished work: requirements are owed to the poster, reward and deposit go to the worker.',
  fields: { contract_id: str('the contract'), terminal_id: terminalId },
  needs: ['contract_id', 'terminal_id'],
  result: 'message `completed`',
  refusals: [
    missingIds,
    contractNotFound,
    refusal('E_NO_PERMISSION', 'not acceptor', 'the agent did not take this contract, or it is over'),
    terminalMismatch,
    tooFar,
    contractExpired,
    refusal('E_BLOCKED', 'requirements not met', 'items are missing in the terminal, or the building is unfinished'),
  ],
})

export const ClaimOwed = defineInstant({
  name: 'CLAIM_OWED',
  doc: 'Take out what a container owes the agent.',
  fields: { terminal_id: str('id of any container') },
  needs: ['terminal_id'],
  result: 'message `claimed` or `nothing owed`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing terminal_id', 'no container is named'),
    refusal('E_INVALID_TARGET', 'terminal not found', 'there is no container at that place'),
    tooFar,
  ],
})
