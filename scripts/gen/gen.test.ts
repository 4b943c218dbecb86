import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INSTANTS, TASKS } from '@clawstead/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Generated, staleFiles, writeFiles } from './files.js'
import { generate } from './generate.js'
import { limitLines } from './limits-table.js'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

test('the files in docs are what the definitions say', async () => {
  expect(await staleFiles(PROJECT, await generate(PROJECT))).toEqual([])
}, 60_000)

test('every action has its page and its schema', async () => {
  const { files } = await generate(PROJECT)
  const page = files.find(({ path }) => path === 'docs/protocol.md')?.text ?? ''
  const paths = new Set(files.map(({ path }) => path))
  for (const [kind, definitions] of Object.entries({ instants: INSTANTS, tasks: TASKS })) {
    for (const { name, doc } of Object.values(definitions)) {
      expect(page).toContain(`\n### ${name}\n\n${doc}`)
      expect(paths).toContain(`docs/schema/agent/${kind}/${name}.schema.json`)
    }
  }
})

test('references between schemas lead to files', async () => {
  const { files } = await generate(PROJECT)
  const paths = new Set(files.map(({ path }) => path))
  for (const { path, text } of files) {
    for (const [, target = ''] of text.matchAll(/"\$ref": "([^"#]+)"/g)) {
      expect(paths).toContain(new URL(target, `file:///${path}`).pathname.slice(1))
    }
  }
})

test('limits are listed with their comments', () => {
  const source = '/** Most. */\nexport const A_MAX = 5\nexport const B_MAX = 1_000\nexport const TEXT = "x"\n'
  expect(limitLines(source, { A_MAX: 5, B_MAX: 1000, TEXT: 'x' })).toEqual([
    { name: 'A_MAX', value: 5, doc: 'Most.' },
    { name: 'B_MAX', value: 1000, doc: '' },
  ])
})

describe('files', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'gen-'))
  })
  afterEach(() => rm(root, { recursive: true }))

  const generated: Generated = {
    files: [
      { path: 'docs/a.md', text: 'a\n' },
      { path: 'docs/schema/b.json', text: 'b\n' },
    ],
    ownedFolders: ['docs/schema'],
  }

  test('missing, changed and left-over files are named, then mended', async () => {
    expect(await staleFiles(root, generated)).toEqual(['docs/a.md', 'docs/schema/b.json'])
    expect(await writeFiles(root, generated)).toEqual(['docs/a.md', 'docs/schema/b.json'])
    expect(await staleFiles(root, generated)).toEqual([])

    await writeFile(join(root, 'docs/a.md'), 'other\n')
    await writeFile(join(root, 'docs/schema/old.json'), 'old\n')
    expect(await staleFiles(root, generated)).toEqual(['docs/a.md', 'docs/schema/old.json'])
    expect(await writeFiles(root, generated)).toEqual(['docs/a.md', 'docs/schema/old.json'])
    expect(await staleFiles(root, generated)).toEqual([])
    expect(await readFile(join(root, 'docs/a.md'), 'utf8')).toBe('a\n')
  })
})
