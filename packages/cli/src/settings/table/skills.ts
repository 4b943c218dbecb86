import { oneOf, path } from '../kinds.js'
import { setting } from '../setting.js'

/** How the code of a new skill runs. */
export const SKILL_KINDS = ['js', 'process'] as const

export const SKILL_SETTINGS = [
  setting({
    name: 'dir',
    kind: path('DIR'),
    default: 'skills',
    doc: 'The folder that skills live in, each in a folder of its own.',
    group: 'Skills',
    commands: ['skill'],
  }),
  setting({
    name: 'kind',
    kind: oneOf('KIND', SKILL_KINDS),
    default: 'js',
    doc: 'How a new skill runs: js in a sandbox without any power of its own, process as a program.',
    group: 'Skills',
    commands: ['skill'],
  }),
] as const
