import { spellName } from '../names.js'
import { isMap, readYaml } from './extras.js'
import { type SkillFileParts, splitSkillFile } from './layout.js'
import type { Complaint, Extra, SkillLayout, SkillManifest } from './manifest.js'
import { REQUIRED_KEYS, readManifest } from './read-manifest.js'
import { findLiteralSecrets } from './secret-texts.js'

/** Largest SKILL.md that is read. */
export const SKILL_FILE_BYTES_MAX = 256 * 1024

export type SkillFileReading =
  | {
      readonly ok: true
      readonly manifest: SkillManifest
      readonly layout: SkillLayout
      readonly warnings: readonly Complaint[]
    }
  | { readonly ok: false; readonly complaints: readonly Complaint[] }

/** Reads a SKILL.md of any layout. Every mistake is named with its line and field, all of them at once. */
export function readSkillFile(text: string): SkillFileReading {
  if (Buffer.byteLength(text) > SKILL_FILE_BYTES_MAX) {
    return refused([{ line: 1, field: '', rule: `larger than ${SKILL_FILE_BYTES_MAX} bytes` }])
  }
  const parts = splitSkillFile(text)
  const secrets = findLiteralSecrets(text.split(/\r\n|\n|\r/), 1)
  if (parts.manifest === undefined) return refused([...noManifest(parts), ...secrets])
  const { manifest, complaints, warnings } = readManifest(parts.manifest)
  const around = readAround(parts)
  const all = [...complaints, ...around.complaints, ...secrets]
  if (manifest === undefined || all.length > 0) return refused(all)
  const whole = { ...manifest, frontmatter: around.frontmatter, instructions: parts.instructions, text }
  return {
    ok: true,
    manifest: whole,
    layout: parts.layout,
    warnings: [...warnings, ...frontmatterWarnings(parts, around.given, whole)],
  }
}

function refused(complaints: readonly Complaint[]): SkillFileReading {
  return { ok: false, complaints: complaints.toSorted((left, right) => left.line - right.line) }
}

/** A file that other tools take as it is, and what it lacks here. */
function noManifest({ frontmatter }: SkillFileParts): Complaint[] {
  const isAgentSkill = frontmatter?.lines.some((line) => /^(name|description)\s*:/.test(line)) === true
  const what = isAgentSkill ? 'this is an Agent Skill without a manifest' : 'this file has no manifest'
  const rule = `${what}: add a yaml block that says ${REQUIRED_KEYS.join(', ')}`
  return [
    {
      line: frontmatter === undefined ? 1 : frontmatter.firstNumber + frontmatter.lines.length,
      field: 'manifest',
      rule,
    },
  ]
}

type Around = {
  readonly given: { readonly [key: string]: Extra }
  readonly frontmatter: SkillManifest['frontmatter']
  readonly complaints: readonly Complaint[]
}

/** The frontmatter of an Agent Skill, without what the manifest says itself. */
function readAround({ frontmatter }: SkillFileParts): Around {
  if (frontmatter === undefined) return { given: {}, frontmatter: {}, complaints: [] }
  const complaints: Complaint[] = []
  const { firstNumber, lines } = frontmatter
  const value = readYaml(lines, { firstNumber, field: 'frontmatter' }, complaints)
  if (complaints.length === 0 && value !== '' && !isMap(value)) {
    complaints.push({ line: firstNumber, field: 'frontmatter', rule: 'must be "key: value" lines' })
  }
  const given = isMap(value) ? value : {}
  const { name: _name, description: _description, ...others } = given
  return { given, frontmatter: others, complaints }
}

function frontmatterWarnings(
  { layout, frontmatter }: SkillFileParts,
  given: Around['given'],
  manifest: SkillManifest,
): Complaint[] {
  if (layout !== 'L3') return []
  if (frontmatter === undefined) {
    return [
      { line: 1, field: 'frontmatter', rule: 'missing: other tools find a skill by the name and description there' },
    ]
  }
  const expected = spellName(manifest.name, 'agent-skill')
  const warnings: Complaint[] = []
  const line = frontmatter.firstNumber
  if (given.name !== expected)
    warnings.push({ line, field: 'frontmatter.name', rule: `should be ${expected}, as other tools spell this skill` })
  if (typeof given.description !== 'string' || given.description === '') {
    warnings.push({
      line,
      field: 'frontmatter.description',
      rule: 'should not be empty: other tools choose skills by it',
    })
  }
  return warnings
}
