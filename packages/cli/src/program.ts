import { findCommand } from './commands/help.js'
import { COMMANDS } from './commands/table.js'
import { EXIT, StartError, UsageError } from './errors.js'
import { commandHelp, programHelp } from './help.js'
import { colorsFor, type Surroundings } from './output/terminal.js'
import type { ProcessControl } from './run/signals.js'
import { loadConfigFile } from './settings/config-file.js'
import { type CommandLine, type GivenFlag, interpretFlags, readCommandLine } from './settings/flags.js'
import { type Resolution, resolveSettings } from './settings/resolve.js'
import { versionText } from './version.js'

/** The whole program: a command line in, an exit code out. */
export async function runProgram(
  args: readonly string[],
  surroundings: Surroundings,
  process: ProcessControl,
): Promise<number> {
  const line = readCommandLine(args)
  try {
    return await dispatch(line, surroundings, process)
  } catch (error) {
    return reportFailure(error, line, surroundings)
  }
}

async function dispatch(line: CommandLine, surroundings: Surroundings, process: ProcessControl): Promise<number> {
  const [name, ...positionals] = line.positionals
  const colors = colorsFor(surroundings.stdout, surroundings.environment)
  if (line.wantsVersion) {
    surroundings.stdout.write(versionText(wantsJson(line)))
    return EXIT.ok
  }
  if (name === undefined) {
    const [first] = line.flags
    if (first && !line.wantsHelp)
      throw new UsageError([`${first.spelling} needs a command before it, such as clawstead up`])
    surroundings.stdout.write(programHelp(COMMANDS, colors))
    return EXIT.ok
  }
  const command = findCommand(name, COMMANDS)
  if (line.wantsHelp) {
    surroundings.stdout.write(commandHelp(command, colors))
    return EXIT.ok
  }
  const { given, problems } = interpretFlags(line.flags, command.name)
  const extra = positionals[command.operandsMax]
  if (extra !== undefined && problems.length === 0)
    problems.push(`clawstead ${command.name} does not take ${JSON.stringify(extra)}`)
  if (problems.length > 0) throw new UsageError(problems, command.name)

  const settings = settle(given, command.name, surroundings)
  return command.run({ positionals, settings, surroundings, process })
}

function settle(flags: readonly GivenFlag[], command: string, { environment, directory }: Surroundings): Resolution {
  try {
    // The config file's own place is a setting too, so it is settled first, from flag and environment.
    const { config: named } = resolveSettings({ flags, environment }).values
    return resolveSettings({ flags, environment, file: loadConfigFile(directory, named) })
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.problems, command) : error
  }
}

function wantsJson(line: CommandLine): boolean {
  return line.flags.some((flag) => flag.name === 'json' && flag.value !== 'false')
}

/** People get sentences; a stack is for our own mistakes only. */
function reportFailure(error: unknown, line: CommandLine, { stderr, environment }: Surroundings): number {
  const isExpected = error instanceof UsageError || error instanceof StartError
  const exitCode = isExpected ? error.exitCode : EXIT.failure
  const message = error instanceof Error ? error.message : String(error)
  if (wantsJson(line)) {
    stderr.write(`${JSON.stringify({ level: 'error', msg: message, exit_code: exitCode })}\n`)
    return exitCode
  }
  const colors = colorsFor(stderr, environment)
  const problems = error instanceof UsageError ? error.problems : [isExpected ? message : stackOf(error)]
  for (const problem of problems) stderr.write(`${colors.red('clawstead:')} ${problem}\n`)
  if (error instanceof UsageError) {
    stderr.write(`See: clawstead ${error.command === undefined ? '--help' : `${error.command} --help`}\n`)
  }
  return exitCode
}

function stackOf(error: unknown): string {
  return error instanceof Error ? `this is a bug: ${error.stack ?? error.message}` : String(error)
}
