import { z } from 'zod'
import { defineInstant, refusal } from '../define.js'
import { int, str } from '../primitives.js'
import { claimOverlaps, landNotFound, lawsDisabled, notLandAdmin } from './shared-refusals.js'

const landId = str('the claim')

export const SetPermissions = defineInstant({
  name: 'SET_PERMISSIONS',
  doc: 'Say what strangers may do on a claim.',
  fields: {
    land_id: landId,
    policy: z
      .record(z.string(), z.boolean())
      .describe('`allow_build`, `allow_break`, `allow_damage`, `allow_trade`; a missing key keeps its value'),
  },
  needs: ['land_id', 'policy'],
  result: 'message `ok`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing land_id/policy', 'claim or policy is missing'),
    landNotFound,
    notLandAdmin,
  ],
})

export const UpgradeClaim = defineInstant({
  name: 'UPGRADE_CLAIM',
  doc: 'Widen a claim to radius 64 or 128, paid in batteries and crystal shards.',
  fields: { land_id: landId, radius: int('64 or 128') },
  needs: ['land_id', 'radius'],
  result: '`land_id`, `radius`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing land_id/radius', 'claim or radius is missing'),
    landNotFound,
    notLandAdmin,
    refusal('E_NO_PERMISSION', 'land maintenance stage disallows expansion', 'maintenance is late'),
    refusal('E_BAD_REQUEST', 'radius must be 64 or 128', 'any other radius'),
    refusal('E_BAD_REQUEST', 'radius must increase', 'the claim is that large already'),
    refusal('E_INVALID_TARGET', 'claim totem missing', 'the totem no longer stands at the anchor'),
    refusal('E_NO_RESOURCE', 'missing upgrade materials', 'batteries or crystal shards are missing'),
    claimOverlaps,
  ],
})

const missingMember = refusal('E_BAD_REQUEST', 'missing land_id/member_id', 'claim or member is blank')

export const AddMember = defineInstant({
  name: 'ADD_MEMBER',
  doc: 'Make an agent a member of a claim.',
  fields: { land_id: landId, member_id: str('agent id') },
  needs: ['land_id', 'member_id'],
  result: 'message `ok`',
  refusals: [missingMember, landNotFound, notLandAdmin],
})

export const RemoveMember = defineInstant({
  name: 'REMOVE_MEMBER',
  doc: 'End a membership. Removing someone who is no member is fine.',
  fields: { land_id: landId, member_id: str('agent id') },
  needs: ['land_id', 'member_id'],
  result: 'message `ok`',
  refusals: [missingMember, landNotFound, notLandAdmin],
})

export const DeedLand = defineInstant({
  name: 'DEED_LAND',
  doc: 'Hand a claim to another agent or to an org. Its id stays.',
  fields: { land_id: landId, new_owner: str('agent id or org id in this world') },
  needs: ['land_id', 'new_owner'],
  result: 'message `ok`',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing land_id/new_owner', 'claim or new owner is blank'),
    landNotFound,
    notLandAdmin,
    refusal('E_INVALID_TARGET', 'new owner not found', 'neither agent nor org of that id is here'),
  ],
})

export const ProposeLaw = defineInstant({
  name: 'PROPOSE_LAW',
  doc: 'Propose a law for a claim. After a notice time its members vote; more yes than no makes it law.',
  fields: {
    land_id: landId,
    template_id: str('which kind of law, see the law_templates catalog'),
    params: z.record(z.string(), z.unknown()).describe("the law's parameters as its template names them"),
    title: str("default: the template's title"),
  },
  needs: ['land_id', 'template_id', 'params'],
  result: '`law_id`; everyone in the world gets LAW',
  refusals: [
    lawsDisabled,
    refusal('E_BAD_REQUEST', 'missing land_id/template_id', 'claim or template is blank'),
    refusal('E_BAD_REQUEST', 'missing params', 'no params object is given'),
    landNotFound,
    refusal('E_NO_PERMISSION', 'not eligible', 'the agent is no member of the land'),
    refusal('E_INVALID_TARGET', 'unknown law template', 'no template has that id'),
    refusal('E_INVALID_TARGET', 'unsupported template', 'the template exists but this world cannot enforce it'),
    refusal('E_BAD_REQUEST', 'missing <name>', 'a parameter is missing'),
    refusal('E_BAD_REQUEST', '<name> must be number', 'a numeric parameter is something else'),
    refusal('E_BAD_REQUEST', '<name> must be string', 'a text parameter is something else'),
    refusal('E_BAD_REQUEST', 'unknown fine_item', 'the fine names no item'),
    refusal('E_BAD_REQUEST', 'unknown ticket_item', 'the ticket names no item'),
  ],
})

export const Vote = defineInstant({
  name: 'VOTE',
  doc: 'Vote on a law while its voting runs. The last vote counts.',
  fields: {
    law_id: str('the law'),
    choice: str('`YES`, `NO` or `ABSTAIN`; also `Y`/`1`/`TRUE` and `N`/`0`/`FALSE`; any case'),
  },
  needs: ['law_id', 'choice'],
  result: 'message `ok`',
  refusals: [
    lawsDisabled,
    refusal('E_BAD_REQUEST', 'missing law_id/choice', 'law or choice is blank'),
    refusal('E_INVALID_TARGET', 'law not found', 'no law has that id'),
    refusal('E_BLOCKED', 'law not in voting', 'its voting has not begun or is over'),
    landNotFound,
    refusal('E_NO_PERMISSION', 'not eligible to vote', 'the agent is no member of the land'),
    refusal('E_BAD_REQUEST', 'bad choice', 'the choice is none of the three'),
  ],
})
