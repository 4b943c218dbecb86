import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTest, sourceFiles } from './imports.js'

/** What the simulation must not touch, and what it uses instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bDate\b(?=[.(])|\bnew Date\b|\bperformance\b/, 'time is tx.tick'],
  [/\bMath\.random\b|\bcrypto\b/, 'chance is tx.rng(purpose, id)'],
  [/\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/, 'nothing happens later than this tick'],
  [/\basync\b|\bawait\b|\bPromise\b/, 'a tick is synchronous'],
  [/\blocaleCompare\b|\btoLocale\w*\b|\bIntl\b/, 'compare ids with compareIds'],
  [
    /\bMath\.(sin|cos|tan|a?sinh?|a?cosh?|a?tan[h2]?|exp|expm1|log\w*|pow|sqrt|cbrt|hypot)\b/,
    'engines round these differently: use integers or a table',
  ],
  [/from 'node:|\bprocess\b|\bconsole\b|\bglobalThis\b/, 'no input or output'],
]

/** Lines of `world` that could make two runs of the same inputs differ. */
export function impureLines(root: string): string[] {
  return sourceFiles(join(root, 'packages/world/src')).flatMap((path) => {
    const file = relative(root, path).replaceAll('\\', '/')
    return isTest(file) ? [] : impureLinesIn(file, readFileSync(path, 'utf8'))
  })
}

export function impureLinesIn(file: string, source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return code.split('\n').flatMap((text, index) => {
    const line = text.replace(/\/\/.*$/, '')
    return FORBIDDEN.filter(([pattern]) => pattern.test(line)).map(
      ([, instead]) => `${file}:${index + 1}: ${text.trim()}\n  ${instead}`,
    )
  })
}
