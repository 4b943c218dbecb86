import type { Surroundings } from './output/terminal.js'
import type { ProcessControl } from './run/signals.js'
import type { Resolution } from './settings/resolve.js'

/** What a command is handed. */
export interface Invocation {
  /** The words after the command's name. */
  readonly positionals: readonly string[]
  readonly settings: Resolution
  readonly surroundings: Surroundings
  readonly process: ProcessControl
}

/** One command: one file in `commands/` and one line in `commands/table.ts`. Its flags are the settings that name it. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What stands between the name and the flags on the usage line. */
  readonly operands?: string
  /** How many words it takes after its name. */
  readonly operandsMax: number
  /** A few plain lines below the usage. */
  readonly about: readonly string[]
  readonly examples: readonly { readonly line: string; readonly says: string }[]
  /** Resolves to the exit code. */
  run(invocation: Invocation): Promise<number>
}
