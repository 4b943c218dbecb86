import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '@clawstead/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryLog } from '../testing/silent-log.js'
import { createSeasonArchive } from './season-archive.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clawstead-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fun = { novelty: 10, creation: 2, social: 0, influence: 0, narrative: 0, risk_rescue: 0 }
const end = { season: 1, endTick: 41_999, seed: 1337, scores: [{ agentId: 'A1' as AgentId, name: 'ann', fun }] }
const now = () => new Date('2024-05-06T07:08:09Z')

test("[SEASON6] a season that ended is a file with everybody's score", async () => {
  const archive = createSeasonArchive({ directoryOf: (id) => join(folder, id), log: createMemoryLog(), now })
  archive.add('OVERWORLD', end)
  await archive.close()
  expect(JSON.parse(readFileSync(join(folder, 'OVERWORLD', 'archives', 'season_001.json'), 'utf8'))).toEqual({
    world_id: 'OVERWORLD',
    season: 1,
    end_tick: 41_999,
    seed: 1337,
    created_at: '2024-05-06T07:08:09.000Z',
    scores: [{ agent_id: 'A1', name: 'ann', fun }],
  })
})

test('[SEASON6] what cannot be written is said, and what is not kept is not written', async () => {
  const log = createMemoryLog()
  writeFileSync(join(folder, 'file'), '')
  const archive = createSeasonArchive({
    directoryOf: (id) => (id === 'A' ? join(folder, 'file') : undefined),
    log,
    now,
  })
  archive.add('A', end)
  archive.add('B', end)
  await archive.close()
  expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'a season ended'],
    ['info', 'a season ended'],
    ['warn', 'a season could not be written down'],
  ])
})
