import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { nameProblem, spellName, writeSkillFile } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { EXIT, StartError, UsageError } from '../errors.js'
import { runErrand } from './errand.js'
import { skillTemplate } from './skill-template.js'

/** Writes a folder with a SKILL.md, code that runs at once, and an input to try it with. */
export function runSkillNew(invocation: Invocation, [name = '']: readonly string[]): Promise<number> {
  const problem = nameProblem(name)
  if (problem !== undefined)
    throw new UsageError([`${JSON.stringify(name)} is no name for a skill: ${problem}`], 'skill')
  return runErrand(invocation, async ({ values, stdout, resolvePath }) => {
    const folder = join(resolvePath(values.dir), spellName(name, 'agent-skill'))
    const shown = relative(invocation.surroundings.directory, folder)
    const { manifest, files } = skillTemplate(name, values.kind)
    const texts = [{ file: 'SKILL.md', text: writeSkillFile(manifest) }, ...files]
    await makeFolder(folder, shown)
    for (const { file, text } of texts) await writeFile(join(folder, file), text, { flag: 'wx' })
    if (values.json) stdout.write(`${JSON.stringify({ name, folder: shown, files: texts.map(({ file }) => file) })}\n`)
    else
      stdout.write(
        `${[`made ${shown}`, ...texts.map(({ file }) => `  ${file}`), ...nextSteps(name, shown)].join('\n')}\n`,
      )
    return EXIT.ok
  })
}

function nextSteps(name: string, folder: string): string[] {
  return [
    `offer it   clawstead skill serve ${folder}`,
    `call it    clawstead skill call ${name} "$(cat ${join(folder, 'example.json')})"`,
  ]
}

/** A folder that is already there is somebody's work. */
async function makeFolder(folder: string, shown: string): Promise<void> {
  try {
    await mkdir(join(folder, '..'), { recursive: true })
    await mkdir(folder)
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isThere ? 'is already there' : (cause as Error).message
    throw new StartError(`${shown}: ${reason}; nothing was written`, { cause })
  }
}
