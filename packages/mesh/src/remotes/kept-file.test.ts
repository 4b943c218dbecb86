import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPins } from './pins.js'
import { openRemoteList } from './remote-list.js'

const errors: string[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_: object, text: string) => void errors.push(text),
}

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-pins-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const PINS = { signs: true, key: { agent_id: 'a', pubkey: 'b' }, skills: {} }

test('[PIN4] changes are made one after the other, to what the file says, for the owner only', async () => {
  const directory = await folder()
  const [one, two] = [openPins(directory, log), openPins(directory, log)]
  await Promise.all([
    one.change((pins) => ({ ...pins, 'http://a': PINS })),
    one.change((pins) => ({ ...pins, 'http://b': PINS })),
  ])
  await two.change((pins) => ({ ...pins, 'http://c': PINS }))
  expect(Object.keys(openPins(directory, log).value())).toEqual(['http://a', 'http://b', 'http://c'])
  expect([one.look(), one.look(), Object.keys(one.value()).length]).toEqual([true, false, 3])
  expect((await stat(join(directory, 'pins.json'))).mode & 0o777).toBe(0o600)
})

test('[PIN4] a change that is refused changes nothing', async () => {
  const pins = openPins(await folder(), log)
  await pins.change(() => ({ 'http://a': PINS }))
  const refused = pins.change(() => {
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(Object.keys(pins.value())).toEqual(['http://a'])
})

for (const [content, problem] of [
  ['{', 'pins.json is not JSON'],
  ['[]', 'pins.json: file: expected an object'],
  ['{"version":2,"remotes":{}}', 'version: expected 1'],
  ['{"version":1,"remotes":{"u":{"signs":1,"skills":{}}}}', 'remotes["u"].signs: expected true or false'],
  ['{"version":1,"remotes":{"u":{"signs":true,"key":{},"skills":{}}}}', 'remotes["u"].key.agent_id: expected text'],
  [
    '{"version":1,"remotes":{"u":{"signs":true,"skills":{"a":{"version":"1"}}}}}',
    'remotes["u"].skills["a"].schema_hash: expected text',
  ],
] as const) {
  test(`[PIN4] ${content} is refused at start, and ignored while running`, async () => {
    const directory = await folder()
    const pins = openPins(directory, log)
    await pins.change(() => ({ 'http://a': PINS }))
    await writeFile(join(directory, 'pins.json'), content)
    expect(() => openPins(directory, log)).toThrow(problem)
    errors.length = 0
    expect([pins.look(), Object.keys(pins.value()), errors]).toEqual([
      false,
      ['http://a'],
      ['the file cannot be read; what it said before stays in use'],
    ])
  })
}

for (const [content, problem] of [
  ['{"version":1}', 'remotes: expected a list'],
  ['{"version":1,"remotes":[{"kind":"mesh"}]}', 'remotes[0].url: expected text'],
  ['{"version":1,"remotes":[{"url":"http://a","kind":"x"}]}', 'remotes[0].kind: expected mesh or mcp'],
  ['{"version":1,"remotes":[{"url":"http://a","kind":"mcp"}]}', 'remotes[0].name: expected text'],
  ['{"version":1,"remotes":[{"url":"x","kind":"mesh"}]}', '"x" is no http or https URL'],
  [
    '{"version":1,"remotes":[],"enabled_at":{"http://a":"x"}}',
    'enabled_at["http://a"]: expected unix time in milliseconds',
  ],
] as const) {
  test(`[REMOTE13] ${content} is refused`, async () => {
    const directory = await folder()
    await writeFile(join(directory, 'remotes.json'), content)
    expect(() => openRemoteList(directory, log)).toThrow(problem)
  })
}
