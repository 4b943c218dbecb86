import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../program.js'
import { recordSurroundings } from '../testing/surroundings.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-skill-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

async function run(...args: string[]) {
  const surroundings = recordSurroundings({ directory })
  const exitNow = (code: number) => expect.fail(`exit ${code}`)
  const control = { signals: new EventEmitter(), exitNow, hasTerminal: false }
  const code = await runProgram(['skill', ...args], surroundings, control)
  return { code, ...surroundings.written() }
}

const BROKEN =
  'name: Bad\nversion: 1\nauthor: me\ndescription: d\ninputs:\n  a: text\noutputs:\ndependencies:\nsignature_required: true\ntimeout: 5\n'

describe('[SKILL1] skill', () => {
  test('needs a word it knows', async () => {
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('clawstead skill needs one of new, lint'),
    })
    expect((await run('lnt')).stderr).toBe(
      'clawstead: clawstead skill does not know "lnt": the nearest is lint\nSee: clawstead skill --help\n',
    )
    expect((await run('lint')).stderr).toContain('clawstead skill lint FILE|FOLDER...: something is missing after lint')
    expect((await run('list', 'x')).stderr).toContain('clawstead skill list: does not take "x"')
  })
})

describe('[SKILL2] skill new', () => {
  test('writes a folder that lints clean, and never over another', async () => {
    expect(await run('new', 'demo/shout')).toEqual({
      code: 0,
      stdout: [
        'made skills/demo-shout',
        '  SKILL.md',
        '  main.js',
        '  example.json',
        'offer it   clawstead skill serve skills/demo-shout',
        'call it    clawstead skill call demo/shout "$(cat skills/demo-shout/example.json)"',
        '',
      ].join('\n'),
      stderr: '',
    })
    expect(await run('lint', 'skills')).toEqual({ code: 0, stdout: '1 skill, 0 mistakes, 0 warnings\n', stderr: '' })
    const before = readFileSync(join(directory, 'skills/demo-shout/SKILL.md'), 'utf8')
    expect(await run('new', 'demo/shout', '--kind', 'process')).toMatchObject({
      code: 1,
      stderr: 'clawstead: skills/demo-shout: is already there; nothing was written\n',
    })
    expect(readFileSync(join(directory, 'skills/demo-shout/SKILL.md'), 'utf8')).toBe(before)
  })

  test('a program elsewhere, told as JSON', async () => {
    const { code, stdout } = await run('new', 'demo/program', '--kind', 'process', '--dir', 'mine', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { name: 'demo/program', folder: 'mine/demo-program', files: ['SKILL.md', 'main.mjs', 'example.json'] },
    ])
    expect(readdirSync(join(directory, 'mine/demo-program')).toSorted()).toEqual([
      'SKILL.md',
      'example.json',
      'main.mjs',
    ])
  })

  test('a bad name writes nothing', async () => {
    expect(await run('new', 'tools/shout')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"tools/shout" is no name for a skill: must not start with tools'),
    })
    expect(readdirSync(directory)).toEqual([])
  })
})

describe('[SKILL3] skill lint', () => {
  test('names every mistake with file, line and field, and fails', async () => {
    writeFileSync(join(directory, 'bad.md'), BROKEN)
    const { code, stdout } = await run('lint', 'bad.md')
    expect(code).toBe(1)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^bad\.md:1:name: lower-case segments/),
      expect.stringMatching(/^bad\.md:6:inputs\.a: unknown type "text"/),
      '1 skill, 2 mistakes, 0 warnings',
      '',
    ])
  })

  test('warnings are shown and do not fail', async () => {
    writeFileSync(join(directory, 'good.md'), BROKEN.replace('Bad', 'good').replace('text', 'string'))
    expect(await run('lint', 'good.md')).toEqual({
      code: 0,
      stdout: 'good.md:10:timeout: no unit, read as 5s (warning)\n1 skill, 0 mistakes, 1 warning\n',
      stderr: '',
    })
  })

  test('a folder that is not called like its skill is a warning', async () => {
    await run('new', 'demo/shout')
    const text = readFileSync(join(directory, 'skills/demo-shout/SKILL.md'), 'utf8')
    mkdirSync(join(directory, 'other'))
    writeFileSync(join(directory, 'other/SKILL.md'), text)
    expect((await run('lint', 'other')).stdout).toContain(
      'folder: is called other; other tools look for demo-shout (warning)',
    )
  })

  test('as JSON', async () => {
    writeFileSync(join(directory, 'bad.md'), BROKEN.replace('Bad', 'good').replace('timeout: 5', 'timeout: 5s'))
    const { code, stdout } = await run('lint', 'bad.md', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        ok: false,
        files: [
          {
            path: 'bad.md',
            ok: false,
            complaints: [{ line: 6, field: 'inputs.a', rule: expect.any(String) }],
            warnings: [],
          },
        ],
      },
    ])
  })

  test('nothing to check is a failure too', async () => {
    expect(await run('lint', 'nowhere')).toMatchObject({
      code: 1,
      stderr: 'clawstead: nowhere: no such file or folder\n',
    })
    mkdirSync(join(directory, 'empty'))
    expect(await run('lint', 'empty')).toMatchObject({ code: 1, stdout: 'no SKILL.md found\n' })
  })
})

describe('[SKILL4] skill list', () => {
  test('usable ones with their description, others with the reason', async () => {
    await run('new', 'demo/shout')
    const folder = join(directory, 'skills')
    const text = readFileSync(join(folder, 'demo-shout/SKILL.md'), 'utf8')
    const add = (name: string, content: string): void => {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'SKILL.md'), content)
    }
    add('twice', text)
    add('bad', BROKEN)
    add('needy', text.replace('name: demo/shout', 'name: demo/needy').replace('- wasm', '- demo/other'))
    expect((await run('list')).stdout.split('\n')).toEqual([
      expect.stringMatching(/^skills\/bad\/SKILL\.md {2}not usable: line 1, name: .* \(and 1 more\)$/),
      'demo/shout           0.1.0  Say a text in capital letters, as often as wanted.',
      'demo/needy           not usable: needs the skill demo/other, which is not in this folder',
      'demo/shout           not usable: its name is taken by skills/demo-shout/SKILL.md',
      '',
    ])
    const { skills } = JSON.parse((await run('list', '--json')).stdout) as { skills: { name: string | null }[] }
    expect(skills.map(({ name }) => name)).toEqual([null, 'demo/shout', 'demo/needy', 'demo/shout'])
  })

  test('an empty folder says how to begin', async () => {
    mkdirSync(join(directory, 'skills'))
    expect((await run('list')).stdout).toBe('no skills; clawstead skill new NAME makes one\n')
  })
})

describe('[SKILL6] skill approve', () => {
  test('notes the digest of the files, and refuses what is no skill', async () => {
    await run('new', 'demo/program', '--kind', 'process')
    const { code, stdout } = await run('approve', 'skills/demo-program', '--json')
    const approved = JSON.parse(stdout) as { name: string; digest: string }
    expect([code, approved.name, approved.digest.length]).toEqual([0, 'demo/program', 64])
    const kept = readFileSync(join(directory, 'data', 'mesh', 'approvals.json'), 'utf8')
    expect(JSON.parse(kept)).toEqual({ 'demo/program': approved.digest })
    expect(await run('approve', 'nowhere')).toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere') })
  })
})
