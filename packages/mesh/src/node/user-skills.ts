import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '@clawstead/sandbox'
import type { Logger, Registry } from '@clawstead/skills'
import { type Approvals, loadSkillFolder, SkillFolderError } from '../run/index.js'
import type { Secrets } from '../secrets/index.js'

/** A folder that is a skill, or that holds folders of skills. */
export type SkillPlace = {
  readonly path: string
  /** Whoever started the program named it to be run, so it needs no approval. */
  readonly isTrusted: boolean
}

export type UserSkillsOptions = {
  readonly places: readonly SkillPlace[]
  readonly registry: Registry
  readonly sandbox: Sandbox
  readonly secrets: Secrets
  readonly fetch: typeof fetch
  readonly approvals: Approvals
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly log: Logger
}

export type RefusedFolder = { readonly path: string; readonly why: string }
export type UserSkills = { readonly names: readonly string[]; readonly refused: readonly RefusedFolder[] }

/** Registers the skills of users' folders. One that does not conform is refused aloud; the others are there all the same. */
export async function loadUserSkills(options: UserSkillsOptions): Promise<UserSkills> {
  const { registry, log } = options
  const names: string[] = []
  const refused: RefusedFolder[] = []
  for (const place of options.places) {
    for (const path of await foldersIn(place.path)) {
      try {
        const { skill, unavailable, warnings } = await loadSkillFolder(path, { ...options, isTrusted: place.isTrusted })
        registry.register(skill)
        if (unavailable !== undefined) registry.setAvailability(skill.name, unavailable)
        for (const { line, field, rule } of warnings) log.warn({ path, line, field }, `SKILL.md: ${field}: ${rule}`)
        log.info({ skill: skill.name, version: skill.version, path, unavailable }, 'skill loaded')
        names.push(skill.name)
      } catch (error) {
        // A name that is taken is a TypeError of the registry; everything else is our fault or the disk's.
        if (!(error instanceof SkillFolderError || error instanceof TypeError)) throw error
        log.error({ path }, `skill refused: ${error.message}`)
        refused.push({ path, why: error.message })
      }
    }
  }
  return { names, refused }
}

/** @throws SkillFolderError when there is no such folder. */
async function foldersIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) throw new SkillFolderError(`${path}: no such folder`)
  if ((await stat(join(path, 'SKILL.md')).catch(() => undefined)) !== undefined) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => join(path, name))
    .toSorted()
}
