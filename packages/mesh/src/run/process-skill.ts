import { type SkillContext, SkillError } from '@clawstead/skills'
import type { Secrets } from '../secrets/index.js'
import { readFolder } from './folder-files.js'
import { runProcess } from './process-runner.js'
import type { SkillPowers } from './skill-code.js'

export type ProcessSkillOptions = {
  readonly directory: string
  readonly command: readonly [string, ...string[]]
  readonly powers: SkillPowers
  readonly secrets: Secrets
  /** Where programs are found; nothing else of our environment is passed on. */
  readonly path: string
  /** What the folder must still be; undefined for one that is trusted as it stands. */
  readonly digest: string | undefined
}

/** What runs a skill's program. It sees its input, its secrets by name, and where programs are found. */
export function processRun(options: ProcessSkillOptions): (input: unknown, context: SkillContext) => Promise<unknown> {
  const { directory, command, powers, secrets, path, digest } = options
  return async (input, { signal }) => {
    if (digest !== undefined && (await readFolder(directory)).digest !== digest) {
      throw new SkillError('unavailable', 'its files changed since they were approved')
    }
    const environment: Record<string, string> = { PATH: path }
    for (const [name, reference] of powers.secrets) environment[name] = (await secrets.resolve(reference)).reveal()
    const result = await runProcess({ command, directory, environment, input, signal })
    if (result.ok) return secrets.redactor.data(result.value)
    throw new SkillError(result.reason, secrets.redactor.text(result.message))
  }
}
