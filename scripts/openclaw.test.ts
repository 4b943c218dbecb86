import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSkillFile } from '@clawstead/skills'
import { expect, test } from 'vitest'

/** What is published to registries of skills must pass their rules, and ours. */
const FOLDER = fileURLToPath(new URL('../openclaw/voxelcraft/', import.meta.url))
const text = await readFile(join(FOLDER, 'SKILL.md'), 'utf8')
const reading = readSkillFile(text)

test('[OPENCLAW1] the file has our layout for publishing, and its manifest breaks no rule', () => {
  expect(reading).toMatchObject({ ok: true, layout: 'L3', warnings: [] })
  expect(reading.ok && reading.manifest).toMatchObject({
    name: 'voxelcraft',
    version: '1.0.0',
    author: 'clawstead',
    inputs: { tool: { type: 'string' }, arguments: { type: 'object', optional: true } },
    outputs: { result: { type: 'object' } },
    dependencies: ['http'],
    signatureRequired: false,
    timeoutMs: 70_000,
  })
})

test('[OPENCLAW2] the frontmatter keeps to Agent Skills: known keys, a name that is the folder, lengths', () => {
  // The reader keeps every key but the name and the description.
  const frontmatter = reading.ok ? reading.manifest.frontmatter : {}
  const allowed = ['license', 'compatibility', 'metadata', 'allowed-tools']
  expect(Object.keys(frontmatter).filter((key) => !allowed.includes(key))).toEqual([])
  expect(frontmatter.compatibility).toMatch(/^.{1,500}$/)
  expect(frontmatter.metadata).toMatchObject({ openclaw: { requires: { bins: ['node'] } } })
  const [, name = ''] = text.match(/^---\nname: (.*)$/m) ?? []
  expect(name).toBe(basename(FOLDER))
  expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/)
  const [, description = ''] = text.match(/^description: (.*)$/m) ?? []
  expect(description.length).toBeGreaterThan(0)
  expect(description.length).toBeLessThanOrEqual(1024)
})

test('[OPENCLAW3] links and scripts it names exist, and nothing lies there unnamed', async () => {
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)]+)\)/g), ([, link = '']) => link)
  const scripts = Array.from(text.matchAll(/\{baseDir\}\/(\S+)/g), ([, path = '']) => path)
  const named = new Set([...links, ...scripts])
  for (const path of named) expect((await stat(join(FOLDER, path))).isFile()).toBe(true)
  const files = await readdir(FOLDER, { recursive: true, withFileTypes: true })
  const present = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(FOLDER.length))
  expect(present.sort()).toEqual(['SKILL.md', ...named].sort())
})

test('[OPENCLAW4] it is short enough to be read whole', () => {
  expect(text.split('\n').length).toBeLessThan(500)
})
