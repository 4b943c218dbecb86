import { isMine } from '../terrain/generate/index.js'
import type { World } from '../world.js'

/** Only mines are dug anew; everywhere else what was built stays. */
export function isRebuilt(world: World): boolean {
  return isMine(world.config.definition.type)
}
