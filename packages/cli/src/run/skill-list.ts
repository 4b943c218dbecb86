import { CAPABILITIES } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { EXIT } from '../errors.js'
import { runErrand } from './errand.js'
import { readSkillFiles, type SkillFile } from './skill-files.js'

interface Row {
  readonly path: string
  readonly name: string | null
  readonly version: string | null
  readonly description: string | null
  /** Null for a skill that can be used. */
  readonly problem: string | null
}

/** Lists the skills of a folder with what keeps some of them from being used. */
export function runSkillList(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async ({ values, stdout, resolvePath }) => {
    const { directory } = invocation.surroundings
    const rows = rowsOf(await readSkillFiles(resolvePath(values.dir), directory))
    if (values.json) stdout.write(`${JSON.stringify({ skills: rows })}\n`)
    else for (const line of lines(rows)) stdout.write(`${line}\n`)
    return EXIT.ok
  })
}

function rowsOf(files: readonly SkillFile[]): readonly Row[] {
  const pathByName = new Map<string, string>()
  for (const { path, reading } of files) {
    if (reading.ok && !pathByName.has(reading.manifest.name)) pathByName.set(reading.manifest.name, path)
  }
  return files.map(({ path, reading }) => {
    if (!reading.ok) {
      const [first] = reading.complaints
      const more = reading.complaints.length > 1 ? ` (and ${reading.complaints.length - 1} more)` : ''
      const problem = `line ${first?.line}, ${first?.field}: ${first?.rule}${more}`
      return { path, name: null, version: null, description: null, problem }
    }
    const { name, version, description, dependencies } = reading.manifest
    const holder = pathByName.get(name)
    const missing = dependencies.find((word) => !isCapability(word) && !pathByName.has(word))
    const unmet = missing === undefined ? null : `needs the skill ${missing}, which is not in this folder`
    return { path, name, version, description, problem: holder === path ? unmet : `its name is taken by ${holder}` }
  })
}

function lines(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ['no skills; clawstead skill new NAME makes one']
  const width = Math.max(...rows.map(({ name, path }) => (name ?? path).length))
  return rows.map(({ name, path, version, description, problem }) => {
    const head = (name ?? path).padEnd(width)
    return problem === null ? `${head}  ${version}  ${description}` : `${head}  not usable: ${problem}`
  })
}

function isCapability(word: string): boolean {
  return (CAPABILITIES as readonly string[]).includes(word)
}
