import type { GeneratorFactory } from '../generator.js'
import { city1 } from './city/city.js'
import { flat1 } from './flat/flat.js'
import { MINE_LEVELS, type MineLevel } from './mine/levels.js'
import { mine1 } from './mine/mine.js'
import { overworld1 } from './overworld/overworld.js'
import { plain1 } from './plain.js'

/** Every generator a world may have been born with, by the id its snapshots and logs name. */
export const GENERATORS: Readonly<Record<string, GeneratorFactory>> = {
  'city-1': city1,
  'flat-1': flat1,
  'overworld-1': overworld1,
  'plain-1': plain1,
  ...Object.fromEntries(MINE_LEVELS.map((level) => [level.id, mine1(level)])),
}

const MINE_TYPE = /^MINE_L([1-9])$/

/** Whether a world of this type is a level of a mine. */
export function isMine(worldType: string): boolean {
  return MINE_TYPE.test(worldType)
}

/** The id of the generator a new world of this type gets; a type nobody knows is open country. */
export function generatorFor(worldType: string, flat: boolean): string {
  if (flat) return 'flat-1'
  const depth = MINE_TYPE.exec(worldType)?.[1]
  if (depth !== undefined) return (MINE_LEVELS[Math.min(Number(depth), MINE_LEVELS.length) - 1] as MineLevel).id
  return worldType === 'CITY_HUB' ? 'city-1' : 'overworld-1'
}
