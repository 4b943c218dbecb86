import type { Right } from '../caller.js'
import { foreignSchema } from '../schema-foreign.js'
import { checkName, checkNumbers, type Skill, type SkillContext, type SkillOrigin } from '../skill.js'
import type { SkillManifest } from './manifest.js'
import { inputSchema, outputSchema } from './schema-of-manifest.js'

/** Runs of one user's skill at the same moment: each may be a process or a sandbox. */
const MANIFEST_CONCURRENCY_MAX = 8

export type ManifestSkillExtra = {
  readonly origin?: Exclude<SkillOrigin, 'builtin'>
  readonly via?: string
  readonly rights?: readonly Right[]
  readonly isReadOnly?: boolean
  readonly concurrencyMax?: number
}

/** A skill whose definition is its SKILL.md; `run` is what stands behind it. */
export function defineManifestSkill(
  manifest: SkillManifest,
  run: (input: unknown, context: SkillContext) => unknown,
  extra: ManifestSkillExtra = {},
): Skill {
  const { name, version, author, description, dependencies, signatureRequired, timeoutMs } = manifest
  const { origin = 'user', rights = [], isReadOnly = false, concurrencyMax = MANIFEST_CONCURRENCY_MAX, via } = extra
  checkName(name)
  checkNumbers(name, { timeoutMs, concurrencyMax })
  return {
    name,
    version,
    author,
    description,
    input: foreignSchema(inputSchema(manifest)),
    output: foreignSchema(outputSchema(manifest)),
    dependencies,
    rights,
    signatureRequired,
    isReadOnly,
    timeoutMs,
    concurrencyMax,
    origin,
    ...(via === undefined ? {} : { via }),
    manifest,
    run,
  }
}
