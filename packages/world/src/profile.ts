import type { Vec3 } from '@clawstead/protocol'

/**
 * What makes a 3D world and a flat one differ, as data. Rules ask the profile for a number or a text;
 * none of them asks which profile it is.
 */
export interface Profile {
  readonly id: 'standard' | 'flat'
  readonly height: number
  readonly seaLevel: number
  /** Cells of a body, feet first. The cell above the top of a flat world reads as air, so two fit there too. */
  readonly bodyCells: number
  readonly reach: Reach
  /** The least distance at which MOVE_TO counts as arrived. */
  readonly toleranceMin: number
  /** Whether a body looks where it goes. */
  readonly turnsBodies: boolean
  /** How far LOCAL chat, entities and boards carry, as Manhattan distance. */
  readonly hearBlocks: number
  readonly seeBlocks: number
  readonly boardSeeBlocks: number
  /** How many ticks and how much stamina one block takes, by tool tier 0..3. */
  readonly mining: {
    readonly ticks: readonly number[]
    readonly staminaMilli: readonly number[]
    readonly usesHardness: boolean
  }
  readonly toolsWear: boolean
  /** Whether hands break what the catalog calls unbreakable, water included. */
  readonly breaksAnything: boolean
  /** Whether a solid block may be set into a cell where somebody is. */
  readonly placesIntoBodies: boolean
  /** Whether refusals carry numbers beside their text, and running work tells where it is and how long it will take. */
  readonly explains: boolean
  /** Whether changed voxels are named one by one only when that is shorter than the whole cube. */
  readonly deltaOnlyWhenSmaller: boolean
  /** Why a cell outside the world is refused. A flat world has a reason of its own for y. */
  outside(at: Vec3): string
}

export interface Reach {
  /** `head`: largest coordinate difference from the head cell. `feet`: Manhattan distance from the feet. */
  readonly from: 'head' | 'feet'
  readonly mine: number
  readonly place: number
  readonly gather: number
  readonly device: number
  readonly blueprint: number
}

export const STANDARD: Profile = {
  id: 'standard',
  height: 128,
  seaLevel: 62,
  bodyCells: 2,
  reach: { from: 'head', mine: 4, place: 4, gather: 4, device: 3, blueprint: 16 },
  toleranceMin: 0,
  turnsBodies: true,
  hearBlocks: 32,
  seeBlocks: 16,
  boardSeeBlocks: 32,
  mining: { ticks: [10, 8, 6, 4], staminaMilli: [15, 13, 11, 9], usesHardness: true },
  toolsWear: true,
  breaksAnything: false,
  placesIntoBodies: false,
  explains: true,
  deltaOnlyWhenSmaller: true,
  outside: () => 'out of bounds',
}

export const FLAT: Profile = {
  id: 'flat',
  height: 1,
  seaLevel: 0,
  bodyCells: 2,
  reach: {
    from: 'feet',
    mine: 2,
    place: Number.POSITIVE_INFINITY,
    gather: 2,
    device: 3,
    blueprint: Number.POSITIVE_INFINITY,
  },
  toleranceMin: 1,
  turnsBodies: false,
  hearBlocks: 32,
  seeBlocks: 16,
  boardSeeBlocks: 32,
  mining: { ticks: [10, 8, 6, 4], staminaMilli: [15, 13, 11, 9], usesHardness: false },
  toolsWear: false,
  breaksAnything: true,
  placesIntoBodies: true,
  explains: false,
  deltaOnlyWhenSmaller: false,
  outside: (at) => (at[1] === 0 ? 'out of bounds' : '2D world requires y==0'),
}
