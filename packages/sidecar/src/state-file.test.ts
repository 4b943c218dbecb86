import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StateFile } from './state-file.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidecar-'))
  path = join(folder, 'deep', 'sessions.json')
})
afterEach(() => rm(folder, { recursive: true }))

const load = (file: string | undefined = path): Promise<StateFile> =>
  StateFile.load(file, (error) => {
    throw error
  })
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

test('[STATE1] what was set is on disk after a flush, sorted and readable', async () => {
  const state = await load()
  state.set('s2', { resumeToken: 't2', agentId: 'A2', connectedAtMs: AT })
  state.set('default', { resumeToken: 't1', agentId: 'A1', connectedAtMs: AT })
  await state.flush()
  expect(await readFile(path, 'utf8')).toBe(`{
  "default": {
    "resume_token": "t1",
    "agent_id": "A1",
    "last_connected_at": "2026-01-02T03:04:05.678000000Z"
  },
  "s2": {
    "resume_token": "t2",
    "agent_id": "A2",
    "last_connected_at": "2026-01-02T03:04:05.678000000Z"
  }
}
`)
  expect(await readdir(join(folder, 'deep'))).toEqual(['sessions.json'])
  expect((await load()).get('s2')).toMatchObject({ resume_token: 't2', agent_id: 'A2' })
})

test('[STATE2] only the owner may read the tokens', async () => {
  const state = await load()
  state.set('a', { resumeToken: 't', agentId: 'A1', connectedAtMs: AT })
  await state.flush()
  expect((await stat(path)).mode & 0o077).toBe(0)
})

test('[STATE3] a missing file is empty, a broken one stops the start', async () => {
  expect((await load()).get('a')).toBeUndefined()
  const broken = join(folder, 'broken.json')
  for (const text of ['', '{', '[]', '{"a":5}', '{"a":{"resume_token":5}}']) {
    await writeFile(broken, text)
    await expect(load(broken)).rejects.toThrow(`state file ${broken}: not a JSON object of sessions`)
    expect(await readFile(broken, 'utf8')).toBe(text)
  }
})

test('[STATE4] without a path nothing is written', async () => {
  const state = await load('')
  state.set('a', { resumeToken: 't', agentId: 'A1', connectedAtMs: AT })
  await state.flush()
  expect(state.get('a')).toMatchObject({ resume_token: 't' })
  expect(await readdir(folder)).toEqual([])
})

test('[STATE5] any text can be a key', async () => {
  const state = await load()
  for (const key of ['__proto__', 'constructor', 'ä "quoted"'])
    state.set(key, { resumeToken: key, agentId: 'A1', connectedAtMs: AT })
  await state.flush()
  const again = await load()
  expect(['__proto__', 'constructor', 'ä "quoted"'].map((key) => again.get(key)?.resume_token)).toEqual([
    '__proto__',
    'constructor',
    'ä "quoted"',
  ])
})

test('[STATE6] watches are kept with the agent they belong to, and forgotten with the last', async () => {
  const state = await load()
  const wake = {
    id: 'W_1',
    any: [{ on: 'died' }],
    deliver: 'webhook' as const,
    url: 'http://x/',
    secret: 's',
    cursor: 3,
  }
  state.setWakes('a', [wake])
  state.set('a', { resumeToken: 't', agentId: 'A1', connectedAtMs: 0 })
  await state.flush()
  const again = await load()
  expect([again.keysWithWakes(), again.get('a')?.wakes, again.get('a')?.agent_id]).toEqual([['a'], [wake], 'A1'])
  again.setWakes('a', [])
  expect([again.keysWithWakes(), again.get('a')?.resume_token]).toEqual([[], 't'])
  await again.flush()
})
