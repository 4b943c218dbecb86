import { defineTask, refusal } from '../define.js'
import { int, str, vec3 } from '../primitives.js'
import {
  bodyInTheWay,
  cellsBeingEdited,
  claimOverlaps,
  flatWorld,
  missingInputs,
  missingTargetId,
  outOfBounds,
  tooFar,
  workBusy,
} from './shared-refusals.js'

const buildDenied = refusal('E_NO_PERMISSION', 'build denied', 'the land does not let the agent build')
const spaceOccupied = refusal('E_BLOCKED', 'space occupied', 'another block stands there')

export const Mine = defineTask({
  name: 'MINE',
  doc: 'Break a block. What it drops lies where it stood.',
  slot: 'work',
  fields: { block_pos: vec3('the block') },
  needs: ['block_pos'],
  result: '`task_id`',
  refusals: [
    refusal('E_NO_PERMISSION', 'mining disabled in this world', 'the world does not allow mining'),
    workBusy,
    flatWorld,
  ],
  failures: [
    refusal('E_INVALID_TARGET', 'too far', 'the block is out of reach'),
    refusal('E_NO_PERMISSION', 'break denied', 'the land does not let the agent break blocks'),
    refusal('E_INVALID_TARGET', 'no block', 'there is nothing to break'),
    refusal('E_INVALID_TARGET', 'not breakable', 'nothing breaks this block'),
    cellsBeingEdited,
    refusal('E_BLOCKED', 'container has reserved items', 'contracts still need what it holds'),
  ],
})

const itemNotFound = refusal('E_INVALID_TARGET', 'item entity not found', 'nothing of that id lies around')

export const Gather = defineTask({
  name: 'GATHER',
  doc: 'Pick up a dropped stack, all of it.',
  slot: 'work',
  fields: { target_id: str('id of an ITEM entity') },
  needs: ['target_id'],
  result: '`task_id`',
  refusals: [workBusy, missingTargetId, itemNotFound],
  failures: [itemNotFound, tooFar, refusal('E_NO_PERMISSION', 'pickup denied', 'the land belongs to others')],
})

export const Place = defineTask({
  name: 'PLACE',
  doc: 'Set a block from the inventory into the world.',
  slot: 'work',
  fields: { item_id: str('the item to place'), block_pos: vec3('where') },
  needs: ['item_id', 'block_pos'],
  result: '`task_id`',
  refusals: [
    refusal('E_NO_PERMISSION', 'placing disabled in this world', 'the world does not allow placing'),
    workBusy,
    refusal('E_BAD_REQUEST', 'missing item_id', 'no item is named'),
    flatWorld,
  ],
  failures: [
    outOfBounds,
    tooFar,
    cellsBeingEdited,
    buildDenied,
    spaceOccupied,
    bodyInTheWay,
    refusal('E_BLOCKED', 'nothing to place against', 'no solid block touches the cell'),
    refusal('E_NO_RESOURCE', 'missing item', 'the agent does not carry the item'),
    refusal('E_INVALID_TARGET', 'item not placeable', 'the item is not a block'),
  ],
})

export const Open = defineTask({
  name: 'OPEN',
  doc: 'Look into a container, read a board or a sign, open or close a door. Needs no permission.',
  slot: 'work',
  fields: { target_id: str('container id, `BULLETIN_BOARD@x,y,z`, `SIGN@x,y,z` or `DOOR@x,y,z`') },
  needs: ['target_id'],
  result: '`task_id`; then CONTAINER, BOARD or SIGN',
  refusals: [workBusy, missingTargetId],
  failures: [
    refusal('E_INVALID_TARGET', 'board not found', 'there is no board at that place'),
    refusal('E_INVALID_TARGET', 'sign not found', 'there is no sign at that place'),
    refusal('E_INVALID_TARGET', 'container not found', 'there is no container at that place'),
    refusal('E_INVALID_TARGET', 'door not found', 'there is no door at that place'),
    tooFar,
    cellsBeingEdited,
    bodyInTheWay,
  ],
})

export const Transfer = defineTask({
  name: 'TRANSFER',
  doc: 'Move items between a container and the agent, or between two containers. All or nothing.',
  slot: 'work',
  fields: {
    src_container: str('container id or `SELF`'),
    dst_container: str('container id or `SELF`'),
    item_id: str('item'),
    count: int('how many, above 0'),
  },
  needs: ['src_container', 'dst_container', 'item_id', 'count'],
  result: '`task_id`',
  refusals: [workBusy, refusal('E_BAD_REQUEST', 'missing src/dst/item_id/count', 'an argument is missing')],
  failures: [
    refusal('E_BAD_REQUEST', 'no-op transfer', 'both ends are the agent'),
    refusal('E_INVALID_TARGET', 'src container not found', 'there is no container to take from'),
    refusal('E_INVALID_TARGET', 'dst container not found', 'there is no container to put into'),
    refusal('E_BLOCKED', 'too far from src', 'the container to take from is out of reach'),
    refusal('E_BLOCKED', 'too far from dst', 'the container to put into is out of reach'),
    refusal('E_NO_PERMISSION', 'withdraw denied', 'the container stands on land of others'),
    refusal('E_NO_RESOURCE', 'insufficient src items', 'the container has fewer that are not reserved'),
    refusal('E_NO_RESOURCE', 'insufficient self items', 'the agent carries fewer'),
  ],
})

export const Craft = defineTask({
  name: 'CRAFT',
  doc: 'Make things by hand or at a crafting bench.',
  slot: 'work',
  fields: { recipe_id: str('see the recipes catalog'), count: int('how often, above 0') },
  needs: ['recipe_id', 'count'],
  result: '`task_id`',
  refusals: [
    workBusy,
    refusal('E_BAD_REQUEST', 'missing recipe_id/count', 'recipe or count is missing'),
    refusal('E_INVALID_TARGET', 'unknown recipe', 'no recipe has that id'),
  ],
  failures: [
    refusal('E_BLOCKED', 'need crafting bench nearby', 'no bench within two blocks'),
    refusal('E_INVALID_TARGET', 'unsupported station', 'the recipe needs another station, see SMELT'),
    missingInputs,
  ],
})

export const Smelt = defineTask({
  name: 'SMELT',
  doc: 'Smelt or cook at a furnace.',
  slot: 'work',
  fields: { item_id: str('first input of a furnace recipe'), count: int('how often, above 0') },
  needs: ['item_id', 'count'],
  result: '`task_id`',
  refusals: [
    workBusy,
    refusal('E_BAD_REQUEST', 'missing item_id/count', 'item or count is missing'),
    refusal('E_INVALID_TARGET', 'unsupported smelt item', 'no furnace recipe begins with that item'),
  ],
  failures: [refusal('E_BLOCKED', 'need furnace nearby', 'no furnace within two blocks'), missingInputs],
})

export const BuildBlueprint = defineTask({
  name: 'BUILD_BLUEPRINT',
  doc: 'Build a whole plan, a few blocks per tick. The cost is taken at the start, from the agent and from chests near the anchor.',
  slot: 'work',
  fields: {
    blueprint_id: str('see the blueprints catalog'),
    anchor: vec3('where its origin goes'),
    rotation: int('quarter turns 0..3, or degrees as a multiple of 90; negative turns the other way'),
  },
  needs: ['blueprint_id', 'anchor'],
  result: '`task_id`',
  refusals: [
    refusal('E_NO_PERMISSION', 'blueprint build disabled in this world', 'the world does not allow building plans'),
    workBusy,
    refusal('E_BAD_REQUEST', 'missing blueprint_id', 'no blueprint is named'),
    flatWorld,
    refusal('E_INVALID_TARGET', 'unknown blueprint', 'no blueprint has that id'),
  ],
  failures: [
    outOfBounds,
    refusal('E_INTERNAL', 'unknown block in blueprint', 'the plan names a block this world lacks'),
    tooFar,
    cellsBeingEdited,
    buildDenied,
    spaceOccupied,
    bodyInTheWay,
    refusal('E_BLOCKED', 'not enough support', 'less than 95 % of the plan would be carried'),
    refusal('E_NO_RESOURCE', 'missing <ITEM> x<n>', 'the cost cannot be paid'),
  ],
})

export const ClaimLand = defineTask({
  name: 'CLAIM_LAND',
  doc: 'Claim a square of land and set its totem, for one battery and one crystal shard. Done at once.',
  slot: 'none',
  fields: { anchor: vec3('where the totem goes'), radius: int('half the side; 0 or less means 32, at most 128') },
  needs: ['anchor'],
  result: '`land_id`, no `task_id`',
  refusals: [
    refusal('E_NO_PERMISSION', 'claims disabled in this world', 'the world does not allow claims'),
    flatWorld,
    outOfBounds,
    refusal('E_NO_PERMISSION', 'cannot claim here', 'the agent may not build there'),
    refusal('E_NO_RESOURCE', 'need BATTERY + CRYSTAL_SHARD', 'the price cannot be paid'),
    claimOverlaps,
    refusal('E_BLOCKED', 'anchor occupied', 'a block stands at the anchor'),
  ],
  failures: [],
})
