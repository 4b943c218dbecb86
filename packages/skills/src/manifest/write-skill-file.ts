import { stringify } from 'yaml'
import { spellName } from '../names.js'
import type { Extra, SkillLayout, SkillManifest } from './manifest.js'
import { fieldLines, scalarText } from './write-fields.js'

/** A SKILL.md that says this manifest. L3 is what other tools can read as well. */
export function writeSkillFile(manifest: SkillManifest, layout: SkillLayout = 'L3'): string {
  const lines = manifestLines(manifest)
  const instructions = manifest.instructions === '' ? [] : ['', manifest.instructions]
  if (layout === 'L1') return `${lines.join('\n')}\n`
  if (layout === 'L2') return `${['---', ...lines, '---', ...instructions].join('\n')}\n`
  const { name, description, frontmatter } = manifest
  const head = { name: spellName(name, 'agent-skill'), description, ...frontmatter }
  const block = ['', `# ${name}`, '', '```yaml', ...lines, '```']
  return `${['---', yamlText(head), '---', ...block, ...instructions].join('\n')}\n`
}

function manifestLines(manifest: SkillManifest): string[] {
  const { name, version, author, description, inputs, outputs, dependencies, types, extras } = manifest
  const hasTypes = Object.keys(types).length > 0
  return [
    `name: ${name}`,
    `version: ${version}`,
    `author: ${scalarText(author)}`,
    `description: ${scalarText(description)}`,
    'inputs:',
    ...Object.entries(inputs).flatMap(([key, field]) => fieldLines(key, field, 2)),
    'outputs:',
    ...Object.entries(outputs).flatMap(([key, field]) => fieldLines(key, field, 2)),
    ...(hasTypes ? ['types:'] : []),
    ...Object.entries(types).flatMap(([key, field]) => fieldLines(key, field, 2)),
    'dependencies:',
    ...dependencies.map((dependency) => `  - ${dependency}`),
    `signature_required: ${manifest.signatureRequired}`,
    `timeout: ${timeText(manifest.timeoutMs)}`,
    ...Object.entries(extras).map(([key, value]) => yamlText({ [key]: value })),
  ]
}

/** The largest unit that says it exactly. */
function timeText(timeoutMs: number): string {
  if (timeoutMs % 60_000 === 0) return `${timeoutMs / 60_000}m`
  return timeoutMs % 1_000 === 0 ? `${timeoutMs / 1_000}s` : `${timeoutMs}ms`
}

function yamlText(value: Extra): string {
  return stringify(value, { schema: 'failsafe', lineWidth: 0, blockQuote: false }).trimEnd()
}
