import { boolean, path } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'

const HOSTING = ['up', 'server'] as const

/** Flags of the existing programs that are understood and change nothing here. Each says so when it is used. */
export const FOREIGN_SETTINGS = [
  setting({
    name: 'disable_db',
    kind: boolean,
    default: false,
    doc: 'Turns off the index database.',
    group: 'World server',
    commands: HOSTING,
    isForeign: true,
    withoutEffect: 'there is no index database to turn off',
  }),
  optionalSetting({
    name: 'snapshot',
    kind: path('FILE'),
    doc: 'Starts from a snapshot file.',
    group: 'World server',
    commands: HOSTING,
    blank: 'not-given',
    isForeign: true,
    withoutEffect: 'snapshot files of other programs cannot be read; the world starts from its seed',
  }),
  setting({
    name: 'load_latest_snapshot',
    kind: boolean,
    default: false,
    doc: 'Starts from the newest snapshot.',
    group: 'World server',
    commands: HOSTING,
    isForeign: true,
    withoutEffect: 'worlds always go on from where they stopped; for new ones choose another data folder',
  }),
] as const

/** Environment variables of the existing programs that change nothing here. A name ending in `*` covers all that begin so. */
export const FOREIGN_VARIABLES: readonly { name: string; because: string }[] = [
  { name: 'VC_ENABLE_PPROF_HTTP', because: 'there is no Go profiler' },
  { name: 'VC_INDEX_BACKEND', because: 'there is no index database to choose' },
  { name: 'VC_INDEX_D1_*', because: 'there is no index database to reach' },
  { name: 'VC_R2_*', because: 'there is no object store mirror' },
]

/** Flags of the existing programs that give two settings in one HOST:PORT. */
export const ADDRESS_FLAGS: readonly { name: string; host: string; port: string; commands: readonly string[] }[] = [
  { name: 'addr', host: 'host', port: 'port', commands: ['up', 'server'] },
  { name: 'listen', host: 'mcp-host', port: 'mcp-port', commands: ['up', 'sidecar'] },
]
