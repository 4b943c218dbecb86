import type { Complaint } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { EXIT } from '../errors.js'
import { runErrand } from './errand.js'
import { readSkillFiles, type SkillFile } from './skill-files.js'

/** Says what is wrong with skills: `file:line:field: rule`, one mistake per line. */
export function runSkillLint(invocation: Invocation, places: readonly string[]): Promise<number> {
  return runErrand(invocation, async ({ values, stdout, resolvePath }) => {
    const { directory } = invocation.surroundings
    const found = await Promise.all(places.map((place) => readSkillFiles(resolvePath(place), directory)))
    const files = found.flat()
    const mistakes = files.flatMap((file) => mistakesIn(file))
    const warnings = files.flatMap((file) => warningsIn(file))
    const isClean = mistakes.length === 0 && files.length > 0
    if (values.json) stdout.write(`${JSON.stringify({ ok: isClean, files: files.map(report) })}\n`)
    else {
      for (const line of mistakes) stdout.write(`${line}\n`)
      for (const line of warnings) stdout.write(`${line}\n`)
      stdout.write(`${summary(files, mistakes.length, warnings.length)}\n`)
    }
    return isClean ? EXIT.ok : EXIT.failure
  })
}

function mistakesIn({ path, reading }: SkillFile): string[] {
  return reading.ok ? [] : reading.complaints.map((complaint) => lineOf(path, complaint))
}

function warningsIn({ path, reading }: SkillFile): string[] {
  return reading.ok ? reading.warnings.map((warning) => `${lineOf(path, warning)} (warning)`) : []
}

function lineOf(path: string, { line, field, rule }: Complaint): string {
  return `${path}:${line}:${field === '' ? '' : `${field}:`} ${rule}`
}

function summary(files: readonly SkillFile[], mistakes: number, warnings: number): string {
  if (files.length === 0) return 'no SKILL.md found'
  const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
  return `${counted(files.length, 'skill')}, ${counted(mistakes, 'mistake')}, ${counted(warnings, 'warning')}`
}

function report({ path, reading }: SkillFile): object {
  if (!reading.ok) return { path, ok: false, complaints: reading.complaints, warnings: [] }
  const { manifest, layout, warnings } = reading
  return { path, ok: true, name: manifest.name, version: manifest.version, layout, complaints: [], warnings }
}
