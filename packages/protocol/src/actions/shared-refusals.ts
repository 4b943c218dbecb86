import { refusal } from '../define.js'

// Refusals that several actions share, so that the same state is answered with the same words.

export const tooFar = refusal('E_BLOCKED', 'too far', 'the agent stands out of reach')
export const landNotFound = refusal('E_INVALID_TARGET', 'land not found', 'no claim has that id')
export const notLandAdmin = refusal(
  'E_NO_PERMISSION',
  'not land admin',
  'the agent is neither the owner nor a leader or officer of the owning org',
)
export const orgNotFound = refusal('E_INVALID_TARGET', 'org not found', 'no org has that id')
export const tradeDisabled = refusal(
  'E_NO_PERMISSION',
  'trade disabled in this world',
  'the world does not allow trade',
)
export const lawsDisabled = refusal('E_NO_PERMISSION', 'laws disabled in this world', 'the world does not allow laws')
export const missingTargetId = refusal('E_BAD_REQUEST', 'missing target_id', 'the target is blank')
export const movementBusy = refusal('E_CONFLICT', 'movement task slot occupied', 'another movement task is running')
export const workBusy = refusal('E_CONFLICT', 'work task slot occupied', 'another work task is running')
export const outOfBounds = refusal('E_INVALID_TARGET', 'out of bounds', 'the position lies outside the world')
export const flatWorld = refusal('E_INVALID_TARGET', '2D world requires y==0', 'the world has height 1 and y is not 0')
export const missingInputs = refusal(
  'E_NO_RESOURCE',
  'missing inputs',
  'a unit is finished but its inputs are not there',
)
export const claimOverlaps = refusal(
  'E_CONFLICT',
  'claim overlaps existing land',
  'the square would touch another claim',
)
export const cellsBeingEdited = refusal(
  'E_CONFLICT',
  'cells are being edited',
  'an edit has these cells to itself for now',
)
export const bodyInTheWay = refusal('E_BLOCKED', 'space occupied by a body', 'somebody stands there')
