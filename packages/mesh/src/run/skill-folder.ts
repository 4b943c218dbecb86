import { join } from 'node:path'
import type { Sandbox } from '@clawstead/sandbox'
import { type Complaint, defineManifestSkill, readSkillFile, type Skill } from '@clawstead/skills'
import type { Secrets } from '../secrets/index.js'
import type { Approvals } from './approvals.js'
import { readFolder, SkillFolderError } from './folder-files.js'
import { processRun } from './process-skill.js'
import { scriptRun } from './script-skill.js'
import { codeOf, needsApproval, powersOf } from './skill-code.js'

export type SkillFolderOptions = {
  readonly sandbox: Sandbox
  readonly secrets: Secrets
  readonly fetch: typeof fetch
  readonly approvals: Approvals
  /** Take what is in the folder as approved: whoever starts the program says so. */
  readonly isTrusted?: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => number
}

export type LoadedSkill = {
  readonly skill: Skill
  readonly directory: string
  readonly digest: string
  readonly warnings: readonly Complaint[]
  /** Why it must not be called yet. */
  readonly unavailable: string | undefined
}

/** A skill from its folder: SKILL.md and the code it names. Throws a SkillFolderError that says file, line, field and rule. */
export async function loadSkillFolder(directory: string, options: SkillFolderOptions): Promise<LoadedSkill> {
  const { digest, contents } = await readFolder(directory)
  const file = contents.get('SKILL.md')
  if (file === undefined) throw new SkillFolderError('SKILL.md: missing')
  const reading = readSkillFile(file.toString('utf8'))
  if (!reading.ok) {
    throw new SkillFolderError(
      reading.complaints.map(({ line, field, rule }) => `SKILL.md:${line}: ${field}: ${rule}`).join('\n'),
    )
  }
  const { manifest, warnings } = reading
  const code = codeOf(manifest)
  const powers = powersOf(manifest)
  const { sandbox, secrets, fetch, approvals, isTrusted = false, environment, now } = options
  const isApproved = isTrusted || !needsApproval(powers) || approvals.isApproved(manifest.name, digest)
  const unavailable = isApproved ? undefined : 'not approved: run clawstead skill approve with its folder'
  const loaded = { directory, digest, warnings, unavailable }
  if (code.kind === 'process') {
    const path = environment.PATH ?? ''
    const known = isTrusted ? undefined : digest
    const run = processRun({ directory, command: code.command, powers, secrets, path, digest: known })
    return { ...loaded, skill: defineManifestSkill(manifest, run) }
  }
  const source = contents.get(code.main)
  if (source === undefined) throw new SkillFolderError(`${code.main}: missing`)
  const run = scriptRun({
    manifest,
    source: source.toString('utf8'),
    fileName: code.main,
    powers,
    sandbox,
    secrets,
    fetch,
    now,
  })
  return { ...loaded, skill: defineManifestSkill(manifest, run) }
}

/** Says yes to a folder as it is now. */
export async function approveSkillFolder(
  directory: string,
  approvals: Approvals,
): Promise<{ name: string; digest: string }> {
  const { digest, contents } = await readFolder(directory)
  const reading = readSkillFile(contents.get('SKILL.md')?.toString('utf8') ?? '')
  if (!reading.ok) throw new SkillFolderError(`${join(directory, 'SKILL.md')}: does not conform`)
  const { name } = reading.manifest
  await approvals.approve(name, digest)
  return { name, digest }
}
