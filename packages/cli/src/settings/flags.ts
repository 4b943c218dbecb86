import { parseArgs } from 'node:util'
import { boolean } from './kinds.js'
import { nearestName } from './nearest.js'
import type { Setting } from './setting.js'
import { ADDRESS_FLAGS } from './table/foreign.js'
import { SETTINGS, settingsOf } from './table/index.js'

/** One flag as it was typed. `value` is absent when a switch stands alone. */
export interface TypedFlag {
  readonly name: string
  /** With its dashes, for messages and origins: `--port`, `-addr`. */
  readonly spelling: string
  readonly value?: string
  /** True when what follows looks like a flag of its own, so that it was not taken for the value. */
  readonly isBeforeFlag: boolean
}

export interface CommandLine {
  readonly positionals: readonly string[]
  readonly flags: readonly TypedFlag[]
  readonly wantsHelp: boolean
  readonly wantsVersion: boolean
}

/** A value some setting was given on the command line. */
export interface GivenFlag {
  readonly setting: string
  readonly text: string
  readonly spelling: string
}

/** Go's flag package takes one dash or two; a single dash with a longer word after it is such a flag, not a row of letters. */
const GO_FLAG = /^-[A-Za-z][\w-]+(=|$)/s

/** Splits a command line. What the names mean is decided afterwards, when the command is known. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const stop = args.indexOf('--')
  const isSingleDash = (index: number) => (stop === -1 || index < stop) && GO_FLAG.test(args[index] ?? '')
  const { tokens } = parseArgs({
    args: args.map((arg, index) => (isSingleDash(index) ? `-${arg}` : arg)),
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })

  const flags: TypedFlag[] = []
  const positionals: string[] = []
  let wantsHelp = false
  let wantsVersion = false
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    if (token.name === 'help') wantsHelp = true
    else if (token.name === 'version') wantsVersion = true
    else {
      const spelling = isSingleDash(token.index) ? `-${token.name}` : token.rawName
      // A separate value that looks like a flag was one: `--data -flat` forgot its folder. `--data=-flat` says it on purpose.
      const isSwallowed = token.value !== undefined && !token.inlineValue && /^-{1,2}[A-Za-z]/.test(token.value)
      flags.push({
        name: token.name,
        spelling,
        isBeforeFlag: isSwallowed,
        ...(token.value !== undefined && !isSwallowed ? { value: token.value } : {}),
      })
    }
  }
  return { positionals, flags, wantsHelp, wantsVersion }
}

/** Gives each typed flag its setting, or the sentence that says why it has none here. */
export function interpretFlags(
  flags: readonly TypedFlag[],
  command: string,
): { given: GivenFlag[]; problems: string[] } {
  const given: GivenFlag[] = []
  const problems: string[] = []
  const own = settingsOf(command)
  for (const flag of flags) {
    const address = ADDRESS_FLAGS.find((one) => one.name === flag.name)
    if (address && takes(command, address.commands)) {
      const split = splitAddress(flag)
      if (typeof split === 'string') problems.push(split)
      else {
        given.push({ setting: address.host, text: split.host, spelling: flag.spelling })
        given.push({ setting: address.port, text: split.port, spelling: flag.spelling })
      }
      continue
    }
    const direct = own.find((one) => one.name === flag.name)
    const negated = own.find((one) => isSwitch(one) && `no-${one.name}` === flag.name)
    if (direct && isSwitch(direct)) {
      given.push({ setting: direct.name, text: flag.value ?? 'true', spelling: flag.spelling })
    } else if (direct && flag.value !== undefined) {
      given.push({ setting: direct.name, text: flag.value, spelling: flag.spelling })
    } else if (direct) {
      problems.push(missingValue(flag, direct.kind.placeholder))
    } else if (negated) {
      given.push({ setting: negated.name, text: negate(flag.value ?? 'true'), spelling: flag.spelling })
    } else {
      problems.push(unknownFlag(flag, command, own))
    }
  }
  return { given, problems }
}

function takes(command: string, commands: readonly string[]): boolean {
  return command === 'config' || commands.includes(command)
}

function isSwitch(one: Setting): boolean {
  return one.kind.placeholder === ''
}

/** `--no-page=false` turns the page on; a word that is neither true nor false goes on to the reader, which refuses it. */
function negate(text: string): string {
  const reading = boolean.read(text)
  return reading.ok ? String(!reading.value) : text
}

function missingValue(flag: TypedFlag, placeholder: string): string {
  const hint = flag.isBeforeFlag ? ` (a value that begins with - is written ${flag.spelling}=-...)` : ''
  return `${flag.spelling} needs a value: ${flag.spelling} ${placeholder}${hint}`
}

function splitAddress(flag: TypedFlag): { host: string; port: string } | string {
  const text = flag.value
  if (text === undefined) return missingValue(flag, 'HOST:PORT')
  const colon = text.lastIndexOf(':')
  const isBracketed = text.startsWith('[')
  const isWhole = colon !== -1 && (isBracketed ? text[colon - 1] === ']' : text.indexOf(':') === colon)
  if (!isWhole) return `${flag.spelling}: ${JSON.stringify(text)} is not HOST:PORT`
  return { host: text.slice(0, colon), port: text.slice(colon + 1) }
}

function unknownFlag(flag: TypedFlag, command: string, own: readonly Setting[]): string {
  const elsewhere =
    SETTINGS.find((one) => one.name === flag.name || (isSwitch(one) && `no-${one.name}` === flag.name)) ??
    ADDRESS_FLAGS.find((one) => one.name === flag.name)
  const names = flagNames(own, command)
  if (!elsewhere)
    return `unknown flag ${flag.spelling}: the nearest flag is --${nearestName(flag.name, [...names, 'help', 'version'])}`
  const owners = elsewhere.commands.map((one) => `clawstead ${one}`).join(' and ')
  const here = names.find((name) => name.endsWith(`-${flag.name}`))
  const hint = here === undefined ? '' : `; here it is --${here}`
  return `${flag.spelling} is a flag of ${owners}, not of clawstead ${command}${hint}`
}

/** Every name a flag of this command may have, foreign ones last so that a tie goes to our own. */
function flagNames(own: readonly Setting[], command: string): string[] {
  const names = own
    .filter((one) => !one.isForeign)
    .flatMap((one) => (isSwitch(one) ? [one.name, `no-${one.name}`] : [one.name]))
  const foreign = own.filter((one) => one.isForeign).map((one) => one.name)
  const addresses = ADDRESS_FLAGS.filter((one) => takes(command, one.commands)).map((one) => one.name)
  return [...names, ...addresses, ...foreign]
}

const OPTIONS: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
}
for (const one of SETTINGS) {
  OPTIONS[one.name] = { type: isSwitch(one) ? 'boolean' : 'string' }
  if (isSwitch(one)) OPTIONS[`no-${one.name}`] = { type: 'boolean' }
}
for (const one of ADDRESS_FLAGS) OPTIONS[one.name] = { type: 'string' }
