import type { Blueprint, Vec3 } from '@clawstead/protocol'

/** Where the cell at an offset comes to lie when a plan is turned about its anchor. */
function turned([x, y, z]: Vec3, turns: number): Vec3 {
  switch (turns) {
    case 1:
      return [z, y, -x]
    case 2:
      return [-x, y, -z]
    case 3:
      return [-z, y, x]
    default:
      return [x, y, z]
  }
}

/** The cell in the world of one block of a plan. */
export function planCell(plan: Blueprint, index: number, anchor: Vec3, turns: number): Vec3 {
  const [x, y, z] = turned((plan.blocks[index] as Blueprint['blocks'][number]).pos, turns)
  return [anchor[0] + x, anchor[1] + y, anchor[2] + z]
}
