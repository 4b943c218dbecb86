import type { Invocation } from '../command.js'
import { UsageError } from '../errors.js'
import { nearestName } from '../settings/nearest.js'

/** One word of a command that has several, such as `skill lint`. */
export interface Word {
  readonly word: string
  /** What follows the word on its usage line. */
  readonly operands: string
  readonly operandsMin: number
  readonly operandsMax: number
  /** One line for the help of the command. */
  readonly says: string
  /** Resolves to the exit code. The operands are the words after this one. */
  run(invocation: Invocation, operands: readonly string[]): Promise<number>
}

/** The lines of help that list a command's words. */
export function wordLines(command: string, words: readonly Word[]): string[] {
  const usages = words.map(
    ({ word, operands }) => `clawstead ${command} ${word}${operands === '' ? '' : ` ${operands}`}`,
  )
  const width = Math.max(...usages.map((usage) => usage.length))
  return words.map(({ says }, index) => `${(usages[index] ?? '').padEnd(width)}   ${says}`)
}

/** Hands the command to the word it was given. */
export function runWord(command: string, words: readonly Word[], invocation: Invocation): Promise<number> {
  const [given, ...operands] = invocation.positionals
  const names = words.map(({ word }) => word)
  if (given === undefined) throw new UsageError([`clawstead ${command} needs one of ${names.join(', ')}`], command)
  const word = words.find((one) => one.word === given)
  if (word === undefined) {
    throw new UsageError(
      [`clawstead ${command} does not know ${JSON.stringify(given)}: the nearest is ${nearestName(given, names)}`],
      command,
    )
  }
  const usage = `clawstead ${command} ${word.word} ${word.operands}`.trimEnd()
  if (operands.length < word.operandsMin)
    throw new UsageError([`${usage}: something is missing after ${given}`], command)
  const extra = operands[word.operandsMax]
  if (extra !== undefined) throw new UsageError([`${usage}: does not take ${JSON.stringify(extra)}`], command)
  return word.run(invocation, operands)
}
