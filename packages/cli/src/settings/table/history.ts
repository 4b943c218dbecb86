import { integer } from '../kinds.js'
import { optionalSetting } from '../setting.js'

const TICK_MAX = 2 ** 52

export const HISTORY_SETTINGS = [
  optionalSetting({
    name: 'from',
    kind: integer({ min: 0, max: TICK_MAX }),
    defaultSays: 'the first tick of the log',
    doc: 'The first tick to compare.',
    group: 'History',
    commands: ['replay'],
  }),
  optionalSetting({
    name: 'to',
    kind: integer({ min: 0, max: TICK_MAX }),
    defaultSays: 'the last tick of the log',
    doc: 'The last tick to compare.',
    group: 'History',
    commands: ['replay'],
  }),
] as const
