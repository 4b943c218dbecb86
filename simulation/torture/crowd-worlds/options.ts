import { parseArgs } from 'node:util'

/** One address may have no more connections than this. */
const AGENTS_MAX = 4_096
const SECONDS_MAX = 24 * 3600
const SETTLE_SECONDS_MAX = 600
const ACT_EVERY_MAX = 1_000
const SPREAD_BLOCKS_MAX = 1_000

export interface CrowdOptions {
  readonly agents: number
  /** How long is measured, once everybody is in and the server has settled. */
  readonly seconds: number
  /** How long the server may take to settle before it is measured all the same. */
  readonly settleSeconds: number
  /** Every so-manieth observation an agent acts. */
  readonly actEvery: number
  readonly spreadBlocks: number
  readonly worlds: 'all' | 'one'
  /** Whether everybody walks about where it was born or about the origin of its world. */
  readonly about: 'home' | 'origin'
}

const DEFAULTS = { agents: '1000', seconds: '600', settle: '60', 'act-every': '10', spread: '12' } as const
const WORDS = { worlds: ['all', 'one'], about: ['home', 'origin'] } as const

/** What was asked for. Anything that is not as it must be ends in an error that names the option and the rule. */
export function crowdOptions(args: readonly string[]): CrowdOptions {
  const names = [...Object.keys(DEFAULTS), ...Object.keys(WORDS)]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...args], options })
  const number = (name: keyof typeof DEFAULTS, low: number, high: number): number => {
    const text = values[name] ?? DEFAULTS[name]
    const value = Number(text)
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < low || value > high)
      throw new RangeError(`--${name} must be a whole number from ${low} to ${high}, not ${text}`)
    return value
  }
  return {
    agents: number('agents', 1, AGENTS_MAX),
    seconds: number('seconds', 1, SECONDS_MAX),
    settleSeconds: number('settle', 0, SETTLE_SECONDS_MAX),
    actEvery: number('act-every', 1, ACT_EVERY_MAX),
    spreadBlocks: number('spread', 1, SPREAD_BLOCKS_MAX),
    worlds: word('worlds', WORDS.worlds, values['worlds']),
    about: word('about', WORDS.about, values['about']),
  }
}

/** The first of the words is what it is unless said. */
function word<Word extends string>(name: string, words: readonly [Word, ...Word[]], given: string | undefined): Word {
  const found = given === undefined ? words[0] : words.find((candidate) => candidate === given)
  if (found === undefined) throw new RangeError(`--${name} must be ${words.join(' or ')}, not ${String(given)}`)
  return found
}
