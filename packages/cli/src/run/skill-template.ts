import type { SkillManifest } from '@clawstead/skills'
import type { SKILL_KINDS } from '../settings/table/skills.js'

export interface SkillTemplate {
  readonly manifest: SkillManifest
  readonly files: readonly { readonly file: string; readonly text: string }[]
}

const SANDBOXED_CODE = `// Runs in a sandbox: no files, no network, no clock. What it may use is listed under dependencies in SKILL.md.
export default function run({ text, times }) {
  return { text: Array(times).fill(text.toUpperCase()).join(' ') }
}
`

const PROGRAM_CODE = `// A program: one JSON object on standard input, one on standard output. What it prints to standard error is logged.
let input = ''
for await (const chunk of process.stdin) input += chunk
const { text, times } = JSON.parse(input)
process.stdout.write(JSON.stringify({ text: Array(times).fill(text.toUpperCase()).join(' ') }))
`

const INSTRUCTIONS = `Say what the skill is good for, when to use it, and what to watch out for.

- The lines of the manifest are checked: \`clawstead skill lint\` names every mistake.
- \`example.json\` is an input to try it with.`

/** A small skill that works as it is and is easy to change. */
export function skillTemplate(name: string, kind: (typeof SKILL_KINDS)[number]): SkillTemplate {
  const main = kind === 'js' ? 'main.js' : 'main.mjs'
  const manifest: SkillManifest = {
    name,
    version: '0.1.0',
    author: 'me',
    description: 'Say a text in capital letters, as often as wanted.',
    inputs: {
      text: { type: 'string', description: 'what to say' },
      times: { type: 'integer', optional: true, default: 1, description: 'how often' },
    },
    outputs: { text: { type: 'string' } },
    dependencies: [kind === 'js' ? 'wasm' : 'process'],
    signatureRequired: false,
    timeoutMs: 5_000,
    types: {},
    extras: kind === 'js' ? { run: 'wasm', main } : { run: `node ${main}` },
    frontmatter: {},
    instructions: INSTRUCTIONS,
  }
  const code = { file: main, text: kind === 'js' ? SANDBOXED_CODE : PROGRAM_CODE }
  const example = { file: 'example.json', text: `${JSON.stringify({ text: 'hello', times: 2 }, undefined, 2)}\n` }
  return { manifest, files: [code, example] }
}
