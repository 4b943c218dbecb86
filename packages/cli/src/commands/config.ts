import type { Command, Invocation } from '../command.js'
import { EXIT } from '../errors.js'
import { plainText } from '../output/plain-text.js'
import { colorsFor } from '../output/terminal.js'
import { type Origin, originText } from '../settings/origin.js'
import { GROUPS, type Setting } from '../settings/setting.js'
import { SETTINGS } from '../settings/table/index.js'

const MASK = '********'

export const config: Command = {
  name: 'config',
  summary: 'show every setting and where its value comes from',
  operandsMax: 0,
  about: [
    'Prints the effective value of each setting and its origin. Takes every flag of the other',
    'commands, so a command line can be tried before it is used. Secrets are masked.',
  ],
  examples: [
    { line: 'clawstead config', says: 'what would apply here and now' },
    { line: 'clawstead config --port 9000 --config other.yaml', says: 'what would apply with these flags' },
    {
      line: 'clawstead config --json | jq \'.settings[] | select(.origin.from != "default")\'',
      says: 'only what was set',
    },
  ],
  async run({ settings, surroundings }) {
    const inOrder = GROUPS.flatMap((group) => SETTINGS.filter((one) => one.group === group))
    const rows = inOrder.map((one) => rowOf(one, settings)).filter((row) => row !== undefined)
    if (settings.values.json) {
      const { notes, file } = settings
      const answer = {
        file: file ?? null,
        settings: rows.map(({ name, value, origin, masked }) => ({ name, value, origin, masked })),
        notes: notes.map(({ text }) => text),
      }
      surroundings.stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`)
      return EXIT.ok
    }
    const colors = colorsFor(surroundings.stdout, surroundings.environment)
    const nameWidth = Math.max(...rows.map((row) => row.name.length))
    const valueWidth = Math.max(...rows.map((row) => row.text.length))
    const lines = rows.map((row) => {
      const origin = originText(row.origin)
      const shown = row.origin.from === 'default' ? colors.dim(origin) : colors.cyan(origin)
      return `${row.name.padEnd(nameWidth)}  ${row.text.padEnd(valueWidth)}  ${shown}`
    })
    lines.push(...settings.notes.map((note) => `${colors.yellow('note')}  ${note.text}`))
    surroundings.stdout.write(`${lines.join('\n')}\n`)
    return EXIT.ok
  },
}

interface Row {
  readonly name: string
  readonly value: unknown
  readonly text: string
  readonly origin: Origin
  readonly masked: boolean
}

/** A name of the existing programs only takes a row when somebody used it. */
function rowOf(one: Setting, settings: Invocation['settings']): Row | undefined {
  const origin = settings.originByName.get(one.name) ?? { from: 'default' }
  if (one.isForeign && origin.from === 'default') return undefined
  const value = (settings.values as Readonly<Record<string, unknown>>)[one.name]
  const shown = one.kind.masked && value !== undefined ? MASK : (value ?? null)
  return { name: one.name, value: shown, text: valueText(shown), origin, masked: one.kind.masked }
}

function valueText(value: unknown): string {
  if (value === null) return '-'
  if (value === '') return '""'
  return plainText(value)
}
