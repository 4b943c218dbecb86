import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNodeFileSystem } from '../store/index.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { createAgents } from './agents.js'
import { openKeyedJournal } from './keyed-journal.js'

test('[AGT1] agents are numbered once for all worlds', () => {
  const agents = createAgents<string>()
  expect(agents.create('a', 'OVERWORLD').id).toBe('A1')
  expect(agents.create('b', 'CITY_HUB').id).toBe('A2')
  expect([...agents.all()].map(({ id, number, name, worldId }) => ({ id, number, name, worldId }))).toEqual([
    { id: 'A1', number: 1, name: 'a', worldId: 'OVERWORLD' },
    { id: 'A2', number: 2, name: 'b', worldId: 'CITY_HUB' },
  ])
})

test('[RES4] only the connection that speaks for an agent can detach it', () => {
  const agents = createAgents<string>()
  const { id } = agents.create('a', 'w')
  expect(agents.attach(id, 'old')).toBeUndefined()
  expect(agents.attach(id, 'new')).toBe('old')
  expect(agents.detach(id, 'old')).toBe(false)
  expect(agents.connectionOf(id)).toBe('new')
  expect(agents.detach(id, 'new')).toBe(true)
  expect(agents.connectionOf(id)).toBeUndefined()
})

async function opened(directory: string, fileSystem = createNodeFileSystem()) {
  const journal = await openKeyedJournal({ fileSystem, directory, name: 'agents.journal' })
  return { agents: createAgents<string>(journal), journal }
}

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-agents-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

test('[KEEP5] agents, the worlds they are in, their tokens and how far they were told are found again', async () => {
  const directory = folder()
  const first = await opened(directory)
  const { id } = first.agents.create('ann', 'OVERWORLD')
  const token = first.agents.tokens.issue(id)
  const next = first.agents.tokens.rotate(token)?.token ?? ''
  const told = first.agents.create('bob', 'CITY_HUB')
  told.toldCursor = 17
  first.agents.noteTold()
  await first.journal.close()
  const second = await opened(directory)
  const seen = [...second.agents.all()].map(({ id: known, name, worldId, toldCursor }) => [
    known,
    name,
    worldId,
    toldCursor,
  ])
  expect(seen).toEqual([
    ['A1', 'ann', 'OVERWORLD', 0],
    ['A2', 'bob', 'CITY_HUB', 17],
  ])
  expect([second.agents.tokens.find(token), second.agents.tokens.find(next)]).toEqual(['A1', 'A1'])
  second.agents.tokens.confirm(id)
  expect(second.agents.create('cat', 'OVERWORLD').id).toBe('A3')
  await second.journal.close()
  const third = await opened(directory)
  expect([third.agents.tokens.find(token), third.agents.tokens.find(next)]).toEqual([undefined, 'A1'])
  await third.journal.close()
})

test('[DISK2] it is known while agents cannot be written', async () => {
  const disk = createFaultyDisk(createNodeFileSystem())
  const { agents, journal } = await opened(folder(), disk.fileSystem)
  agents.create('ann', 'OVERWORLD')
  disk.isFull = true
  await expect(agents.safe()).rejects.toThrow('no room')
  expect(agents.trouble).toContain('no room')
  disk.isFull = false
  await agents.safe()
  expect(agents.trouble).toBeUndefined()
  await journal.close()
})
