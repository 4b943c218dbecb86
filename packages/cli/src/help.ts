import type { Command } from './command.js'
import { EXIT_CODES } from './errors.js'
import type { Colors } from './output/terminal.js'
import { wrap } from './output/wrap.js'
import { CONFIG_FILE } from './settings/config-file.js'
import { defaultText, flagUsage, GROUPS, isOnByDefault, type Setting } from './settings/setting.js'
import { settingsOf } from './settings/table/index.js'

const WIDTH = 96
const FLAG_WIDTH = 30

/** What `clawstead` and `clawstead --help` print. */
export function programHelp(commands: readonly Command[], colors: Colors): string {
  const nameWidth = Math.max(...commands.map(({ name }) => name.length))
  return lines([
    'A voxel world where AI agents live, and where people shape the world by talking to it.',
    '',
    heading('Usage', colors),
    '  clawstead <command> [flags]',
    '',
    heading('Commands', colors),
    ...commands.map(({ name, summary }) => `  ${colors.cyan(name.padEnd(nameWidth))}  ${summary}`),
    '',
    heading('Flags', colors),
    '  -h, --help     explain the program, or the command it follows',
    '  -v, --version  print the version; with --json as JSON',
    '',
    heading('Examples', colors),
    ...examples([
      { line: 'clawstead up', says: 'start everything on this machine' },
      { line: 'clawstead help server', says: 'explain one command' },
    ]),
    '',
    heading('Settings', colors),
    '  Every flag --some-name is also the environment variable CLAWSTEAD_SOME_NAME and the key',
    `  some-name in ${CONFIG_FILE}. A flag wins over the environment, that over the file, that over`,
    '  the default. clawstead config shows the result.',
    '',
    heading('Exit codes', colors),
    ...EXIT_CODES.map(({ code, says }) => `  ${code.padEnd(4)} ${says}`),
  ])
}

/** What `clawstead <command> --help` prints. */
export function commandHelp(command: Command, colors: Colors): string {
  const settings = command.name === 'config' ? [] : settingsOf(command.name).filter((one) => !one.isForeign)
  const operands = command.operands === undefined ? '' : ` ${command.operands}`
  return lines([
    sentence(command.summary),
    '',
    heading('Usage', colors),
    `  clawstead ${command.name}${operands} [flags]`,
    '',
    ...command.about.map((line) => `  ${line}`),
    ...GROUPS.flatMap((group) => flagGroup(group, settings, colors)),
    ...(command.name === 'config' ? ['', heading('Flags', colors), ...flagLines('--json', 'Print JSON.', colors)] : []),
    '',
    heading('Examples', colors),
    ...examples(command.examples),
  ])
}

function flagGroup(group: string, settings: readonly Setting[], colors: Colors): string[] {
  const members = settings.filter((one) => one.group === group)
  if (members.length === 0) return []
  return ['', heading(group, colors), ...members.flatMap((one) => flagLines(flagUsage(one), flagDoc(one), colors))]
}

function flagDoc(one: Setting): string {
  if (isOnByDefault(one)) return `${one.docOff ?? one.doc}${effect(one)}`
  const fallback = defaultText(one).replaceAll('`', '')
  const shown = fallback === 'none' || fallback === 'false' ? '' : ` (default: ${fallback})`
  return `${one.doc}${shown}${effect(one)}`
}

function effect(one: Setting): string {
  return one.withoutEffect ? ` No effect yet: ${one.withoutEffect}.` : ''
}

function flagLines(flag: string, doc: string, colors: Colors): string[] {
  const text = wrap(doc, WIDTH - FLAG_WIDTH - 2)
  const isLong = flag.length > FLAG_WIDTH - 2
  const first = isLong ? [`  ${colors.cyan(flag)}`] : [`  ${colors.cyan(flag.padEnd(FLAG_WIDTH))}${text.shift() ?? ''}`]
  return [...first, ...text.map((line) => `  ${' '.repeat(FLAG_WIDTH)}${line}`)]
}

function examples(list: Command['examples']): string[] {
  const width = Math.max(...list.map(({ line }) => line.length))
  if (width > WIDTH / 2) return list.flatMap(({ line, says }) => [`  ${line}`, `      ${says}`])
  return list.map(({ line, says }) => `  ${line.padEnd(width)}   ${says}`)
}

function heading(text: string, colors: Colors): string {
  return colors.bold(text)
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}

function lines(list: readonly string[]): string {
  return `${list.join('\n')}\n`
}
