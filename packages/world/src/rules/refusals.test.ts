import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADDED_INSTANTS, INSTANTS, TASKS } from '@clawstead/protocol'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))

/** Every `'E_CODE', 'text'` of the sources. */
function saidInSources(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const said = sources.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/'(E_[A-Z_]+)',\s*'([^']+)'/g)].map(
      ([, code, text]) => `${code} ${text}`,
    ),
  )
  return [...new Set(said)].sort()
}

/** What happens to whole ACTs and to cancels, which belong to no action. */
const OF_NO_ACTION = [
  'E_BAD_REQUEST unknown instant type',
  'E_BAD_REQUEST unknown task type',
  'E_CONFLICT switching worlds',
  'E_INVALID_TARGET task not found',
  'E_STALE act tick out of range',
]

test('[ACT1] whatever a rule refuses with stands in the protocol', () => {
  const listed = new Set(OF_NO_ACTION)
  for (const { refusals, failures } of Object.values({ ...INSTANTS, ...ADDED_INSTANTS, ...TASKS })) {
    for (const { code, message } of [...refusals, ...failures]) listed.add(`${code} ${message}`)
  }
  const said = saidInSources()
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter((entry) => !listed.has(entry))).toEqual([])
})
