import type { Command } from '../command.js'
import { EXIT, UsageError } from '../errors.js'
import { commandHelp, programHelp } from '../help.js'
import { colorsFor } from '../output/terminal.js'
import { nearestName } from '../settings/nearest.js'

/** Needs the table it stands in, so it is made from it. */
export function createHelp(commands: () => readonly Command[]): Command {
  return {
    name: 'help',
    summary: 'explain the program or one command',
    operands: '[COMMAND]',
    operandsMax: 1,
    about: ['The same as --help.'],
    examples: [
      { line: 'clawstead help', says: 'what there is' },
      { line: 'clawstead help up', says: 'one command with its flags' },
    ],
    async run({ positionals, surroundings }) {
      const colors = colorsFor(surroundings.stdout, surroundings.environment)
      const [name] = positionals
      const text =
        name === undefined ? programHelp(commands(), colors) : commandHelp(findCommand(name, commands()), colors)
      surroundings.stdout.write(text)
      return EXIT.ok
    },
  }
}

export function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((one) => one.name === name)
  if (command) return command
  const nearest = nearestName(
    name,
    commands.map((one) => one.name),
  )
  throw new UsageError([`unknown command ${JSON.stringify(name)}: the nearest is ${nearest}`])
}
