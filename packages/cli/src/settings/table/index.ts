import type { Setting } from '../setting.js'
import { BOT_SETTINGS } from './bots.js'
import { FOREIGN_SETTINGS } from './foreign.js'
import { GENERAL_SETTINGS } from './general.js'
import { HISTORY_SETTINGS } from './history.js'
import { KEY_SETTINGS } from './keys.js'
import { MESH_SETTINGS } from './mesh.js'
import { SERVER_SETTINGS } from './server.js'
import { SIDECAR_SETTINGS } from './sidecar.js'
import { SKILL_SETTINGS } from './skills.js'
import { WORLD_SETTINGS } from './world.js'

/** Every setting. General ones come first because defaults further down may be derived from them. */
const TABLE = [
  ...GENERAL_SETTINGS,
  ...WORLD_SETTINGS,
  ...SERVER_SETTINGS,
  ...SIDECAR_SETTINGS,
  ...SKILL_SETTINGS,
  ...MESH_SETTINGS,
  ...KEY_SETTINGS,
  ...BOT_SETTINGS,
  ...HISTORY_SETTINGS,
  ...FOREIGN_SETTINGS,
] as const

export const SETTINGS: readonly Setting[] = TABLE

/** The effective values, typed by the table. */
export type SettingValues = {
  readonly [One in (typeof TABLE)[number] as One['name']]: One extends Setting<string, infer Value> ? Value : never
}

export function settingsOf(command: string): readonly Setting[] {
  return command === 'config' ? SETTINGS : SETTINGS.filter((one) => one.commands.includes(command))
}
