import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type FailureLogOptions, openFailureLog } from './failure-log.js'

const errors: string[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_: object, text: string) => void errors.push(text),
}

async function opened(options: Partial<FailureLogOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-failures-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'mcp-failure.log')
  return { directory, file, failures: openFailureLog({ file, now: () => 0, log, ...options }) }
}

const FAILURE = {
  event: 'failure',
  endpoint: 'http://a/mcp',
  skill: 'a/b',
  agent_id: 'f00d',
  reason: 'silent',
} as const

test('[REMOTE6] one JSON line each, for the owner only', async () => {
  const { file, failures } = await opened()
  failures.write(FAILURE)
  failures.write({ ...FAILURE, event: 'disabled', failures: ['1', '2', '3'] })
  await failures.flush()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ts: '1970-01-01T00:00:00.000Z', ...FAILURE },
    { ts: '1970-01-01T00:00:00.000Z', ...FAILURE, event: 'disabled', failures: ['1', '2', '3'] },
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('[REMOTE7] a stranger cannot write a line of its own, turn text around, fill a line or show a secret', async () => {
  const { file, failures } = await opened({ redact: (text) => text.replaceAll('hunter2', '[secret]') })
  failures.write({
    ...FAILURE,
    reason: `\n{"event":"enabled"}\u001b[2J\u2028\u202e hunter2 \ud800${'x'.repeat(10_000)}`,
  })
  await failures.flush()
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')).toHaveLength(2)
  const { reason } = JSON.parse(text) as { reason: string }
  expect(reason.startsWith('\\u000a{"event":"enabled"}\\u001b[2J\\u2028\\u202e [secret] \ufffdxxx')).toBe(true)
  expect(reason.endsWith('x…')).toBe(true)
  expect(reason.length).toBeLessThan(600)
})

test('[REMOTE7] it is rotated by size and keeps three files', async () => {
  const { directory, failures } = await opened({ bytesMax: 300 })
  for (let index = 0; index < 20; index += 1) failures.write({ ...FAILURE, reason: String(index) })
  await failures.flush()
  expect((await readdir(directory)).toSorted()).toEqual(['mcp-failure.log', 'mcp-failure.log.1', 'mcp-failure.log.2'])
  const newest = await readFile(join(directory, 'mcp-failure.log'), 'utf8')
  expect(newest).toContain('"reason":"19"')
})

test('[REMOTE6] a log that cannot be written is told, and stops nothing', async () => {
  const { failures } = await opened({ file: '/nonexistent/mcp-failure.log' })
  failures.write(FAILURE)
  await failures.flush()
  expect(errors).toEqual(['the failure log cannot be written'])
})
