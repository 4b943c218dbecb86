import { defineInstant, refusal } from '../define.js'
import { int, str } from '../primitives.js'
import { orgNotFound } from './shared-refusals.js'

const orgId = str('the org')
const alreadyInOrg = refusal('E_CONFLICT', 'already in org', 'an agent is in one org at a time')
const missingTreasuryArguments = refusal(
  'E_BAD_REQUEST',
  'missing org_id/item_id/count',
  'org or item is blank, or the count is not above 0',
)

export const CreateOrg = defineInstant({
  name: 'CREATE_ORG',
  doc: 'Found a guild or a city. The founder leads it.',
  fields: { org_kind: str('`GUILD` or `CITY`, any case'), org_name: str('1 to 40 bytes') },
  needs: ['org_kind', 'org_name'],
  result: '`org_id`',
  refusals: [
    refusal('E_BAD_REQUEST', 'bad org_kind', 'neither guild nor city'),
    refusal('E_BAD_REQUEST', 'bad org_name', 'blank or longer than its limit'),
    alreadyInOrg,
  ],
})

export const JoinOrg = defineInstant({
  name: 'JOIN_ORG',
  doc: 'Become a member of an org.',
  fields: { org_id: orgId },
  needs: ['org_id'],
  result: 'message `ok`',
  refusals: [refusal('E_BAD_REQUEST', 'missing org_id', 'no org is named'), orgNotFound, alreadyInOrg],
})

export const LeaveOrg = defineInstant({
  name: 'LEAVE_ORG',
  doc: 'Leave the org. Without members it ends; a leaving leader is followed by the member with the smallest id.',
  fields: {},
  result: 'message `ok`',
  refusals: [refusal('E_BLOCKED', 'not in org', 'the agent is in none')],
})

export const OrgDeposit = defineInstant({
  name: 'ORG_DEPOSIT',
  doc: 'Put items into the treasury the org has in this world.',
  fields: { org_id: orgId, item_id: str('item'), count: int('how many, above 0') },
  needs: ['org_id', 'item_id', 'count'],
  result: 'message `ok`',
  refusals: [
    missingTreasuryArguments,
    orgNotFound,
    refusal('E_NO_PERMISSION', 'not org member', 'the agent is not in that org'),
    refusal('E_NO_RESOURCE', 'missing items', 'the agent carries fewer than that'),
  ],
})

export const OrgWithdraw = defineInstant({
  name: 'ORG_WITHDRAW',
  doc: 'Take items out of the treasury the org has in this world.',
  fields: { org_id: orgId, item_id: str('item'), count: int('how many, above 0') },
  needs: ['org_id', 'item_id', 'count'],
  result: 'message `ok`',
  refusals: [
    missingTreasuryArguments,
    orgNotFound,
    refusal('E_NO_PERMISSION', 'not org admin', 'the agent is neither leader nor officer'),
    refusal('E_NO_RESOURCE', 'treasury lacks items', 'the treasury holds fewer than that'),
  ],
})
