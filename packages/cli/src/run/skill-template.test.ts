import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecrets, loadSkillFolder, openApprovals } from '@clawstead/mesh'
import { createSandbox } from '@clawstead/sandbox'
import { createGuardedFetch, createRegistry, identifyCaller, writeSkillFile } from '@clawstead/skills'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SKILL_KINDS } from '../settings/table/skills.js'
import { skillTemplate } from './skill-template.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-template-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test.each(SKILL_KINDS)('[SKILL2] what skill new writes runs as it is: %s', async (kind) => {
  const { manifest, files } = skillTemplate('demo/shout', kind)
  for (const { file, text } of [{ file: 'SKILL.md', text: writeSkillFile(manifest) }, ...files]) {
    writeFileSync(join(directory, file), text)
  }
  const sandbox = createSandbox()
  try {
    const environment = { PATH: process.env.PATH }
    const { skill, warnings } = await loadSkillFolder(directory, {
      sandbox,
      secrets: createSecrets({ environment, now: () => 0 }),
      fetch: createGuardedFetch({}),
      approvals: await openApprovals(join(directory, 'approvals.json')),
      isTrusted: true,
      environment,
      now: () => 0,
    })
    expect(warnings).toEqual([])
    const input: unknown = JSON.parse(readFileSync(join(directory, 'example.json'), 'utf8'))
    const identified = identifyCaller({})
    if (!identified.ok) throw new Error(identified.message)
    const call = { skill: 'demo/shout', input, caller: identified.caller, door: 'test' }
    expect(await createRegistry({ skills: [skill] }).call(call)).toEqual({ text: 'HELLO HELLO' })
  } finally {
    await sandbox.close()
  }
})
