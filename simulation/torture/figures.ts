import { parseArgs } from 'node:util'

/** What went wrong is said in sentences; none of them means that all is well. */
export interface Verdict {
  /** One line for people. */
  readonly summary: string
  /** The same and more for programs. */
  readonly figures: Readonly<Record<string, unknown>>
  readonly wrong: readonly string[]
}

/** At most this many of the things that went wrong are printed. */
const WRONG_SHOWN_MAX = 20

/** Prints a verdict: what went wrong, the line for people, the line for programs. */
export function tell(name: string, { summary, figures, wrong }: Verdict): void {
  for (const sentence of wrong.slice(0, WRONG_SHOWN_MAX)) console.error(`  wrong: ${sentence}`)
  if (wrong.length > WRONG_SHOWN_MAX) console.error(`  and ${wrong.length - WRONG_SHOWN_MAX} more`)
  console.log(`${name}: ${wrong.length === 0 ? 'held' : 'BROKEN'}: ${summary}`)
  console.log(JSON.stringify({ torture: name, ok: wrong.length === 0, ...figures, wrong: wrong.length }))
  if (wrong.length > 0) process.exitCode = 1
}

/** Whole-number options by name, with what each is unless given. Anything else ends the program with a sentence. */
export function wholeNumbers<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parsed(args, options)
  return Object.fromEntries(
    names.map((name) => {
      const given = values[name]
      const number = given === undefined ? defaults[name] : Number(given)
      if (!Number.isSafeInteger(number) || number < 0) refuse(`--${name} must be a whole number, not ${String(given)}`)
      return [name, number]
    }),
  ) as Record<Name, number>
}

function parsed(args: readonly string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args: [...args], options })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Ends the program: what was asked for cannot be done. */
export function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

/** The value below which this share of a list lies. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
