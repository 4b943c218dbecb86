import type { Skill } from '../skill.js'
import { treeOfSchema } from './fields-of-schema.js'
import type { SkillManifest } from './manifest.js'
import { TIMEOUT_MS_MAX } from './scalars.js'

const manifestBySkill = new WeakMap<Skill, SkillManifest>()

/** What a SKILL.md of this skill says: the one it was read from, or one made from its definition. */
export function manifestOf(skill: Skill): SkillManifest {
  if (skill.manifest !== undefined) return skill.manifest
  const known = manifestBySkill.get(skill)
  if (known !== undefined) return known
  const { name, version, author, description, dependencies, signatureRequired, timeoutMs } = skill
  const manifest: SkillManifest = {
    name,
    version,
    author,
    description,
    inputs: treeOfSchema(skill.input.json),
    outputs: treeOfSchema(skill.output.json),
    dependencies,
    signatureRequired,
    timeoutMs: Math.min(timeoutMs, TIMEOUT_MS_MAX),
    types: {},
    extras: {},
    frontmatter: {},
    instructions: '',
  }
  manifestBySkill.set(skill, manifest)
  return manifest
}
