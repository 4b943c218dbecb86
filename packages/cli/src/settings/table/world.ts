import { boolean, integer, path, text } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'

/** Worlds add their own offset to the seed, so the seed keeps a distance from where integers stop being exact. */
const SEED_MAX = 2 ** 52

const HOSTING = ['up', 'server'] as const
const READING = [...HOSTING, 'replay'] as const

export const WORLD_SETTINGS = [
  setting({
    name: 'data',
    kind: path('DIR'),
    default: './data',
    doc: 'The folder everything is kept in.',
    group: 'World',
    commands: ['up', 'server', 'sidecar', 'mesh', 'skill', 'replay', 'repair', 'keys'],
  }),
  setting({
    name: 'seed',
    kind: integer({ min: -SEED_MAX, max: SEED_MAX }),
    default: 1337,
    doc: 'The same seed gives the same land.',
    group: 'World',
    commands: HOSTING,
  }),
  optionalSetting({
    name: 'worlds',
    kind: path('FILE'),
    defaultSays: '`<configs>/worlds.yaml` if there is one, else the five built-in worlds',
    doc: 'Which worlds to run.',
    group: 'World',
    commands: READING,
    blank: 'kept',
  }),
  optionalSetting({
    name: 'world',
    kind: text({
      placeholder: 'NAME',
      label: 'a world name (letters, digits, . _ -, at most 64, a letter first)',
      pattern: /^[A-Za-z][\w.-]{0,63}$/,
    }),
    doc: 'Just this one world.',
    group: 'World',
    commands: [...READING, 'repair'],
  }),
  optionalSetting({
    name: 'tuning',
    kind: path('FILE'),
    defaultSays: '`<configs>/tuning.yaml` if there is one, else the built-in numbers',
    doc: 'Change numbers of the rules: tick rate, starter items, rate limits.',
    group: 'World',
    commands: READING,
    blank: 'not-given',
  }),
  setting({
    name: 'configs',
    kind: path('DIR'),
    default: './configs',
    doc: 'A folder whose worlds.yaml and tuning.yaml are used when worlds and tuning are not given.',
    group: 'World',
    commands: READING,
    blank: 'not-given',
  }),
  setting({
    name: 'flat',
    kind: boolean,
    default: false,
    doc: 'Make every world one block high, as existing VoxelCraft clients expect.',
    group: 'World',
    commands: HOSTING,
  }),
] as const
