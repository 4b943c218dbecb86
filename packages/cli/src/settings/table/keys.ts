import { oneOf, text } from '../kinds.js'
import { optionalSetting } from '../setting.js'

/** What is said about a key when it is trusted. */
export const KEY_SETTINGS = [
  optionalSetting({
    name: 'label',
    kind: text({ placeholder: 'NAME', label: 'a name of 1 to 64 characters', pattern: /^\S(.{0,62}\S)?$/u }),
    doc: 'What you call the holder of a key that you trust.',
    group: 'Mesh',
    commands: ['keys'],
    inFile: false,
  }),
  optionalSetting({
    name: 'rights',
    kind: oneOf('RIGHT', ['op']),
    doc: 'What the holder of a key that you trust may do beyond calling: op makes an operator.',
    group: 'Mesh',
    commands: ['keys'],
    inFile: false,
  }),
  optionalSetting({
    name: 'machine-context',
    kind: text({ placeholder: 'TEXT', label: '1 to 128 visible ASCII characters', pattern: /^[\x21-\x7e]{1,128}$/ }),
    doc: "The machine context of a key that you trust, as its holder's clawstead keys show tells it.",
    group: 'Mesh',
    commands: ['keys'],
    inFile: false,
  }),
] as const
