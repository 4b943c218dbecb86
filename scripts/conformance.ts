/**
 * Runs the official conformance suite of the Model Context Protocol, for both revisions, against our transport with the
 * suite's fixtures and against a real world for what needs none:
 *   npx tsx --conditions=@clawstead/source scripts/conformance.ts [--write]
 * Exits with 1 when something fails that is not listed in scripts/conformance/expected-failures.yaml. With --write the
 * tables in docs/conformance.md are brought up to date.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startRealWorld } from './conformance/real-world.js'
import { installSuite, readSingle, readSummary, type ScenarioResult } from './conformance/suite.js'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
/** What a real world can be asked, because it needs no tool of the suite's own. */
const WITHOUT_FIXTURES = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'server-session-lifecycle',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
} as const

type Table = { readonly title: string; readonly results: readonly ScenarioResult[] }

const here = fileURLToPath(new URL('.', import.meta.url))
const page = join(here, '..', 'docs', 'conformance.md')
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const folder = await mkdtemp(join(tmpdir(), 'clawstead-conformance-'))
let isAsExpected = true
try {
  const suite = await installSuite(folder, console.log)
  const tables = [...(await withFixtures()), ...(await withoutFixtures())]
  for (const table of tables) console.log(`\n${tableText(table)}`)
  if (values.write) await writeTables(tables)

  async function withFixtures(): Promise<Table[]> {
    const fixtures = await startFixtures()
    const expected = join(here, 'conformance', 'expected-failures.yaml')
    const done: Table[] = []
    for (const revision of REVISIONS) {
      const args = ['server', '--url', fixtures.url, '--requirements', revision, '--expected-failures', expected]
      const { code, text } = await suite.run(args)
      if (code !== 0) {
        isAsExpected = false
        console.error(text)
      }
      done.push({ title: `Revision ${revision}, with the suite's fixtures`, results: readSummary(text) })
    }
    fixtures.stop()
    return done
  }

  async function withoutFixtures(): Promise<Table[]> {
    const world = await startRealWorld()
    const done: Table[] = []
    for (const revision of REVISIONS) {
      const results: ScenarioResult[] = []
      for (const scenario of WITHOUT_FIXTURES[revision]) {
        const args = ['server', '--url', world.url, '--scenario', scenario, '--spec-version', revision]
        const { code, text } = await suite.run(args)
        if (code !== 0) {
          isAsExpected = false
          console.error(text)
        }
        results.push(readSingle(scenario, text))
      }
      done.push({ title: `Revision ${revision}, a real world`, results })
    }
    await world.close()
    return done
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(isAsExpected ? '\neverything as expected' : '\nsomething is not as expected, see above')
process.exitCode = isAsExpected ? 0 : 1

/** The fixtures run as a process of their own, as any server under test does. */
async function startFixtures(): Promise<{ readonly url: string; stop(): void }> {
  const program = join(here, 'conformance-server.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@clawstead/source', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { readonly url: string }
    return { url, stop: () => child.kill() }
  }
  throw new Error('the fixture server ended before it was ready')
}

function tableText({ title, results }: Table): string {
  const rows = results.map(
    ({ scenario, passed, failed }) => `| ${scenario} | ${passed} | ${failed === 0 ? '' : failed} |`,
  )
  return [`### ${title}`, '', '| scenario | passed | failed |', '| --- | --- | --- |', ...rows].join('\n')
}

async function writeTables(tables: readonly Table[]): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [before] = text.split('## Results\n')
  await writeFile(page, `${before}## Results\n\n${tables.map(tableText).join('\n\n')}\n`)
  console.log('\nwrote docs/conformance.md')
}
