import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@clawstead/sandbox'
import {
  createGuardedFetch,
  createRegistry,
  defineSkill,
  identifyCaller,
  type ProgressStep,
  SkillError,
} from '@clawstead/skills'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSecrets } from '../secrets/index.js'
import { openApprovals } from './approvals.js'
import { approveSkillFolder, type LoadedSkill, loadSkillFolder, type SkillFolderOptions } from './skill-folder.js'

const sandbox = createSandbox()
afterAll(() => sandbox.close())
let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skill-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const SECRET = 'sesame-open-up'
const environment = { PATH: process.env.PATH, DOOR: SECRET, NODE_OPTIONS: '--no-such-flag' }

type Lines = { readonly dependencies?: readonly string[]; readonly extras?: string; readonly timeout?: string }
const skillFile = ({ dependencies = [], extras = '', timeout = '5s' }: Lines = {}): string => `name: test/double
version: 1.0
author: Tester
description: Doubles a number.
inputs:
  number: integer
outputs:
  result: patsyanalysis
dependencies:
${dependencies.map((word) => `  - ${word}\n`).join('')}signature_required: false
timeout: ${timeout}
${extras}`

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true })
    await writeFile(join(directory, name), content)
  }
  return directory
}

const options = async (more: Partial<SkillFolderOptions> = {}): Promise<SkillFolderOptions> => ({
  sandbox,
  secrets: createSecrets({ environment, now: () => 0 }),
  fetch: createGuardedFetch({}),
  approvals: await openApprovals(join(directory, '..', `${directory.slice(-6)}.approvals.json`)),
  environment,
  now: () => 1_000,
  ...more,
})

async function call(loaded: LoadedSkill, number = 21, onProgress: (step: ProgressStep) => void = () => undefined) {
  const echo = defineSkill({
    name: 'test/echo',
    version: '1.0.0',
    author: 'Tester',
    description: 'Says it again.',
    input: z.object({ text: z.string() }),
    output: z.object({ text: z.string() }),
    run: (input) => input,
  })
  const registry = createRegistry({ skills: [echo, loaded.skill] })
  registry.setAvailability(loaded.skill.name, loaded.unavailable)
  const identified = identifyCaller({})
  if (!identified.ok) throw new Error(identified.message)
  const { caller } = identified
  return registry.call({ skill: 'test/double', input: { number }, caller, door: 'test', onProgress })
}
const main = (body: string): string => `export default async ({ number }) => { ${body} }`

describe('scripts', () => {
  test('[CODE1] main.js runs in the sandbox', async () => {
    await folder({ 'SKILL.md': skillFile(), 'main.js': main('return { result: number * 2 }') })
    expect(await call(await loadSkillFolder(directory, await options()))).toEqual({ result: 42 })
  })

  test('[CODE2] without the word there is no function', async () => {
    await folder({ 'SKILL.md': skillFile(), 'main.js': main('return { result: Object.keys(host) }') })
    expect(await call(await loadSkillFolder(directory, await options()))).toEqual({ result: ['progress'] })
  })

  test('[CODE3] with http it fetches, but only where one may dial', async () => {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await folder({
      'SKILL.md': skillFile({ dependencies: ['http'] }),
      'main.js': main(`return { result: (await host.fetch(${JSON.stringify(url)})).body }`),
    })
    const open = createGuardedFetch({ allow: ['127.0.0.1'] })
    expect(await call(await loadSkillFolder(directory, await options({ isTrusted: true, fetch: open })))).toEqual({
      result: 'hello',
    })
    await expect(call(await loadSkillFolder(directory, await options({ isTrusted: true })))).rejects.toThrow(
      /127\.0\.0\.1/,
    )
    await writeFile(
      join(directory, 'SKILL.md'),
      skillFile({ dependencies: ['http'], extras: 'permissions:\n  http:\n    - example.org\n' }),
    )
    await expect(
      call(await loadSkillFolder(directory, await options({ isTrusted: true, fetch: open }))),
    ).rejects.toThrow(/not among the hosts/)
    server.close()
    await open.close()
  })

  test('[CODE3] a redirect is not followed, since it may lead to another host than the listed one', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/here`
    await folder({
      'SKILL.md': skillFile({ dependencies: ['http'], extras: 'permissions:\n  http:\n    - 127.0.0.1\n' }),
      'main.js': main(`return { result: (await host.fetch(${JSON.stringify(url)})).status }`),
    })
    const open = createGuardedFetch({ allow: ['127.0.0.1'] })
    const loaded = await loadSkillFolder(directory, await options({ isTrusted: true, fetch: open }))
    await expect(call(loaded)).rejects.toThrow(/redirects/)
    expect(asked).toEqual(['/here'])
    server.close()
    await open.close()
  })

  test('[CODE4] it has its own secrets by name, and they never leave', async () => {
    await folder({
      'SKILL.md': skillFile({ dependencies: ['env'], extras: 'secrets:\n  door: env://DOOR\n' }),
      'main.js': main(`const door = await host.secret('door')
        if (number === 0) throw new Error('the key is ' + door)
        if (number === 1) return { result: await host.secret('PATH') }
        await host.progress(1, 'opened with ' + door)
        return { result: [door.length, door] }`),
    })
    const loaded = await loadSkillFolder(directory, await options({ isTrusted: true }))
    const steps: ProgressStep[] = []
    expect(await call(loaded, 21, (step) => void steps.push(step))).toEqual({ result: [SECRET.length, '[secret]'] })
    expect(steps).toEqual([{ progress: 1, message: 'opened with [secret]' }])
    await expect(call(loaded, 0)).rejects.toThrow(/the key is \[secret\]/)
    await expect(call(loaded, 1)).rejects.toThrow(/secrets of this skill are door/)
  })

  test('[CODE5] it calls the skills it lists and no others', async () => {
    await folder({
      'SKILL.md': skillFile({ dependencies: ['test/echo'] }),
      'main.js': main(
        `return { result: number === 0 ? await host.call('test/double', { number }) : await host.call('test/echo', { text: 'x' }) }`,
      ),
    })
    const loaded = await loadSkillFolder(directory, await options())
    expect(await call(loaded)).toEqual({ result: { text: 'x' } })
    await expect(call(loaded, 0)).rejects.toThrow(/test\/double/)
  })

  test('[CODE6] what it throws is told with file and line', async () => {
    await folder({ 'SKILL.md': skillFile(), 'main.js': '\nexport default () => { throw new Error("no") }' })
    await expect(call(await loadSkillFolder(directory, await options()))).rejects.toThrow('Error: no (main.js:2)')
  })
})

describe('programs', () => {
  const asProgram = (extras: string, more: Lines = {}): string =>
    skillFile({ dependencies: ['process', ...(more.dependencies ?? [])], ...more, extras })
  const program = (body: string): Record<string, string> => ({
    'SKILL.md': asProgram('run: node main.cjs\n'),
    'main.cjs': body,
  })

  test('[CODE7] JSON in, JSON out, nothing of our environment, in its own folder', async () => {
    await folder(
      program(`let text = ''
        process.stdin.on('data', (part) => { text += part }).on('end', () => {
          const { number } = JSON.parse(text)
          console.log(JSON.stringify({ result: [number * 2, Object.keys(process.env).sort(), process.cwd()] }))
        })`),
    )
    const { result } = (await call(await loadSkillFolder(directory, await options({ isTrusted: true })))) as {
      result: unknown[]
    }
    expect(result.slice(0, 2)).toEqual([42, ['PATH']])
    expect(String(result[2])).toContain(directory.slice(-10))
  })

  test('[CODE8] what it complains about is told, and what it gives, without secrets', async () => {
    await folder({
      ...program(`console.error('cannot open with ' + process.env.DOOR); process.exit(3)`),
      'SKILL.md': asProgram('run: node main.cjs\nsecrets:\n  DOOR: env://DOOR\n', { dependencies: ['process', 'env'] }),
    })
    await expect(call(await loadSkillFolder(directory, await options({ isTrusted: true })))).rejects.toThrow(
      'ended with code 3: cannot open with [secret]',
    )
    await writeFile(join(directory, 'main.cjs'), 'console.log(JSON.stringify({ result: process.env.DOOR }))')
    expect(await call(await loadSkillFolder(directory, await options({ isTrusted: true })))).toEqual({
      result: '[secret]',
    })
  })

  test('[CODE9] output that is no JSON, or too long, is bad output', async () => {
    await folder(program('console.log("hello")'))
    const isBad = (error: unknown): boolean => error instanceof SkillError && error.code === 'bad_output'
    await expect(call(await loadSkillFolder(directory, await options({ isTrusted: true })))).rejects.toSatisfy(isBad)
    await writeFile(join(directory, 'main.cjs'), 'for (;;) require("node:fs").writeSync(1, "x".repeat(65536))')
    await expect(call(await loadSkillFolder(directory, await options({ isTrusted: true })))).rejects.toSatisfy(isBad)
  })

  test('[CODE10] at its time limit all it started ends with it', async () => {
    await folder({
      ...program(`const { spawn } = require('node:child_process')
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
        require('node:fs').writeFileSync('pids', process.pid + ' ' + child.pid)
        setInterval(() => {}, 1000)`),
      'SKILL.md': asProgram('run: node main.cjs\n', { timeout: '700ms' }),
    })
    await expect(call(await loadSkillFolder(directory, await options({ isTrusted: true })))).rejects.toThrow(/700 ms/)
    const pids = (await readFile(join(directory, 'pids'), 'utf8')).split(' ').map(Number)
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  })

  test('[CODE11] a program needs the word process', async () => {
    await folder({ 'SKILL.md': skillFile({ extras: 'run: node main.cjs\n' }), 'main.cjs': '' })
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow(
      'run: a program needs the dependency process',
    )
  })
})

describe('folders', () => {
  test('[CODE12] what is wrong is told with file, line, field and rule', async () => {
    await expect(loadSkillFolder(join(directory, 'none'), await options())).rejects.toThrow(/ENOENT/)
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow('SKILL.md: missing')
    await folder({ 'SKILL.md': skillFile().replace('integer', 'number') })
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow(/^SKILL\.md:6: inputs\.number: /)
    await folder({ 'SKILL.md': skillFile() })
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow('main.js: missing')
    await folder({ 'SKILL.md': skillFile({ extras: 'secrets:\n  door: env://DOOR\n' }), 'main.js': '' })
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow('secrets.door: needs the dependency env')
    await symlink('/etc/hosts', join(directory, 'hosts'))
    await expect(loadSkillFolder(directory, await options())).rejects.toThrow('hosts: a link, not a file')
  })

  test('[CODE13] one that can do more than compute waits for approval, and for a new one when a byte changes', async () => {
    await folder({
      'SKILL.md': skillFile({ dependencies: ['process'], extras: 'run: node main.cjs\n' }),
      'main.cjs': `console.log('{"result":1}')`,
    })
    await chmod(join(directory, 'main.cjs'), 0o755)
    const given = await options()
    await expect(call(await loadSkillFolder(directory, given))).rejects.toThrow(/not approved/)
    await approveSkillFolder(directory, given.approvals)
    const approved = await loadSkillFolder(directory, given)
    expect(await call(approved)).toEqual({ result: 1 })
    await writeFile(join(directory, 'main.cjs'), `console.log('{"result":2}')`)
    await expect(call(approved)).rejects.toThrow(/changed since they were approved/)
    await expect(call(await loadSkillFolder(directory, given))).rejects.toThrow(/not approved/)
  })

  test('[CODE14] approvals outlive the program; a damaged file is an error', async () => {
    const path = join(directory, 'kept', 'approvals.json')
    await (await openApprovals(path)).approve('a/b', 'digest')
    const again = await openApprovals(path)
    expect([again.isApproved('a/b', 'digest'), again.isApproved('a/b', 'other')]).toEqual([true, false])
    await writeFile(path, '{"a/b":')
    await expect(openApprovals(path)).rejects.toThrow(/not a file of approvals/)
  })
})

/** One that ended and was not collected by its parent yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
