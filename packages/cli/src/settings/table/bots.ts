import { integer, text, url } from '../kinds.js'
import { setting } from '../setting.js'

const JOINING = ['bot', 'swarm'] as const
const MINUTES_MAX = 60 * 24 * 365
const SECONDS_MAX = 60 * 60 * 24 * 7
const SWARM_AGENTS_MAX = 10_000
const ACT_EVERY_MAX = 1_000_000
const SPREAD_BLOCKS_MAX = 1_000

export const BOT_SETTINGS = [
  setting({
    name: 'url',
    kind: url(['ws', 'wss']),
    default: 'ws://127.0.0.1:8080/v1/ws',
    doc: 'The world to join.',
    group: 'Bots',
    commands: JOINING,
  }),
  setting({
    name: 'name',
    kind: text({ placeholder: 'NAME', label: 'a name of 1 to 64 characters', pattern: /^\S(.{0,62}\S)?$/u }),
    default: 'bot',
    doc: 'What others see it called. In a swarm each adds its number.',
    group: 'Bots',
    commands: JOINING,
  }),
  setting({
    name: 'minutes',
    kind: integer({ min: 0, max: MINUTES_MAX }),
    default: 10,
    doc: 'How long the bot stays. 0 means until it is stopped.',
    group: 'Bots',
    commands: ['bot'],
  }),
  setting({
    name: 'agents',
    kind: integer({ min: 1, max: SWARM_AGENTS_MAX }),
    default: 50,
    doc: 'How many agents a swarm has.',
    group: 'Bots',
    commands: ['swarm'],
  }),
  setting({
    name: 'seconds',
    kind: integer({ min: 1, max: SECONDS_MAX }),
    default: 20,
    doc: 'How long a swarm is measured, after all have joined.',
    group: 'Bots',
    commands: ['swarm'],
  }),
  setting({
    name: 'act-every',
    kind: integer({ min: 1, max: ACT_EVERY_MAX }),
    default: 10,
    doc: 'Each agent of a swarm acts on every so-manieth observation.',
    group: 'Bots',
    commands: ['swarm'],
  }),
  setting({
    name: 'spread',
    kind: integer({ min: 1, max: SPREAD_BLOCKS_MAX }),
    default: 12,
    doc: 'How many blocks from where it joined an agent of a swarm walks.',
    group: 'Bots',
    commands: ['swarm'],
  }),
] as const
