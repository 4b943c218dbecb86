import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { INSTANTS, TASKS } from './actions/actions.js'
import { decodeClientFrame, decodeObserverClientFrame, decodeObserverServerFrame, decodeServerFrame } from './decode.js'
import type { MessageDefinition } from './define.js'
import { CLIENT_MESSAGES, SERVER_MESSAGES } from './messages/messages.js'
import { OBSERVER_CLIENT_MESSAGES, OBSERVER_SERVER_MESSAGES } from './observer/messages.js'
import type { Decoded } from './result.js'

const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url))
const GOOD_PER_MESSAGE = 1
const BAD_PER_MESSAGE = 3

type Decoder = (data: string) => Decoded<unknown>

const SOCKETS: readonly { versions: string[]; definitions: Record<string, MessageDefinition>; decode: Decoder }[] = [
  { versions: ['1.1', '1.0'], definitions: CLIENT_MESSAGES, decode: decodeClientFrame },
  { versions: ['1.1', '1.0'], definitions: SERVER_MESSAGES, decode: decodeServerFrame },
  { versions: ['0.1'], definitions: OBSERVER_CLIENT_MESSAGES, decode: decodeObserverClientFrame },
  { versions: ['0.1'], definitions: OBSERVER_SERVER_MESSAGES, decode: decodeObserverServerFrame },
]

interface Fixture {
  readonly frame?: unknown
  readonly text?: string
  readonly expect?: { readonly reason: string; readonly path: string }
}

const readFixture = (path: string) => JSON.parse(readFileSync(FOLDER + path, 'utf8')) as Fixture

/** What a fixture decodes to, beside what it should. */
function compare(decode: Decoder, path: string) {
  const fixture = readFixture(path)
  const decoded = decode(fixture.text ?? JSON.stringify(fixture.frame))
  const found = decoded.ok ? 'decodes' : { reason: decoded.error.reason, path: decoded.error.path }
  return { path, found, wanted: fixture.expect ?? 'decodes' }
}

for (const { versions, definitions, decode } of SOCKETS) {
  for (const definition of Object.values(definitions)) {
    for (const version of versions.filter((known) => definition.versions.includes(known))) {
      const folder = `${version}/${definition.name}/`
      describe(`frames of ${folder}`, () => {
        const names = readdirSync(FOLDER + folder).filter((name) => name.endsWith('.json'))
        test('[FIX1] has good and bad cases', () => {
          expect(names.filter((name) => name.startsWith('good-')).length).toBeGreaterThanOrEqual(GOOD_PER_MESSAGE)
          expect(names.filter((name) => name.startsWith('bad-')).length).toBeGreaterThanOrEqual(BAD_PER_MESSAGE)
        })
        test.each(names)('%s', (name) => {
          const { found, wanted } = compare(decode, folder + name)
          expect(found).toEqual(wanted)
        })
      })
    }
  }
}

for (const [kind, definitions] of [
  ['instants', INSTANTS],
  ['tasks', TASKS],
] as const) {
  test.each(Object.keys(definitions))(`[FIX2] ${kind}: %s`, (name) => {
    const file = `1.1/ACT/${kind}/${name.toLowerCase().replaceAll('_', '-')}`
    const good = compare(decodeClientFrame, `${file}.good.json`)
    const bad = compare(decodeClientFrame, `${file}.bad.json`)
    expect(good.found).toBe('decodes')
    expect(bad.found).toEqual(bad.wanted)
  })
}
