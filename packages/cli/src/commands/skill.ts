import type { Command } from '../command.js'
import { runWord, type Word, wordLines } from './words.js'

/** Every word of `clawstead skill`, in the order help lists them. Each has its file `run/skill-<word>.ts`. */
const SKILL_WORDS: readonly Word[] = [
  {
    word: 'new',
    operands: 'NAME',
    operandsMin: 1,
    operandsMax: 1,
    says: 'a folder with a SKILL.md and code that runs',
    async run(invocation, operands) {
      const { runSkillNew } = await import('../run/skill-new.js')
      return runSkillNew(invocation, operands)
    },
  },
  {
    word: 'lint',
    operands: 'FILE|FOLDER...',
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    says: 'name every mistake with its line and field',
    async run(invocation, operands) {
      const { runSkillLint } = await import('../run/skill-lint.js')
      return runSkillLint(invocation, operands)
    },
  },
  {
    word: 'list',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'the skills of the folder, and what ails some of them',
    async run(invocation) {
      const { runSkillList } = await import('../run/skill-list.js')
      return runSkillList(invocation)
    },
  },
  {
    word: 'approve',
    operands: 'FOLDER',
    operandsMin: 1,
    operandsMax: 1,
    says: 'let it use what it lists, as its files are now',
    async run(invocation, operands) {
      const { runSkillApprove } = await import('../run/skill-approve.js')
      return runSkillApprove(invocation, operands)
    },
  },
  {
    word: 'call',
    operands: 'NAME|URL [JSON]',
    operandsMin: 1,
    operandsMax: 2,
    says: 'call one, signed with your key',
    async run(invocation, operands) {
      const { runSkillCall } = await import('../run/skill-call.js')
      return runSkillCall(invocation, operands)
    },
  },
  {
    word: 'serve',
    operands: 'FOLDER...',
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    says: 'a node of the mesh with the skills of these folders',
    async run(invocation, operands) {
      const { runSkillServe } = await import('../run/mesh.js')
      return runSkillServe(invocation, operands)
    },
  },
]

export const skill: Command = {
  name: 'skill',
  summary: 'write, check and list skills: a SKILL.md with the code behind it',
  operands: SKILL_WORDS.map(({ word }) => word).join('|'),
  operandsMax: Number.POSITIVE_INFINITY,
  about: wordLines('skill', SKILL_WORDS),
  examples: [
    { line: 'clawstead skill new demo/shout', says: 'a skill that runs at once, in ./skills/demo-shout' },
    { line: 'clawstead skill lint skills', says: 'every SKILL.md below a folder; exits with 1 on a mistake' },
    { line: 'clawstead skill list --json', says: 'for scripts' },
    { line: `clawstead skill call a/b '{"n":1}'`, says: 'at the node on this machine' },
  ],
  run: (invocation) => runWord('skill', SKILL_WORDS, invocation),
}
