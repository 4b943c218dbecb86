import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReplayCache, type ReplayCache } from './replay-cache.js'
import { NOW_MS, SILENT, temporaryDirectory } from './testing/node.js'

const AGENT = 'a'.repeat(64)
const nonce = (number: number): string => `nonce-number-${String(number).padStart(6, '0')}`

function open(directory: string, nowMs = NOW_MS, nonceCountMax?: number): Promise<ReplayCache> {
  return openReplayCache({
    directory,
    log: SILENT,
    now: () => nowMs,
    ...(nonceCountMax === undefined ? {} : { nonceCountMax }),
  })
}

describe('memory', () => {
  test('[REPLAY1] looking takes nothing, taking takes once', async () => {
    const cache = await openReplayCache({ log: SILENT, now: () => NOW_MS })
    expect(cache.look(AGENT, nonce(1), NOW_MS)).toBe('fresh')
    expect(cache.take(AGENT, nonce(1), NOW_MS)).toBe('fresh')
    expect(cache.take(AGENT, nonce(1), NOW_MS + 600_000)).toBe('replayed')
    expect(cache.look(AGENT, nonce(1), NOW_MS + 600_000)).toBe('replayed')
    expect(cache.look(AGENT, nonce(1), NOW_MS + 720_000)).toBe('fresh')
    expect(cache.take('b'.repeat(64), nonce(1), NOW_MS)).toBe('fresh')
  })

  test('[REPLAY3] room comes back as nonces expire, not before', async () => {
    const cache = await openReplayCache({ log: SILENT, now: () => NOW_MS, nonceCountMax: 2 })
    expect([1, 2, 3].map((number) => cache.take(AGENT, nonce(number), NOW_MS))).toEqual(['fresh', 'fresh', 'full'])
    expect(cache.take(AGENT, nonce(3), NOW_MS + 600_000)).toBe('full')
    expect(cache.take(AGENT, nonce(3), NOW_MS + 720_000)).toBe('fresh')
  })
})

describe('files', () => {
  test('[REPLAY5] a restart forgets nothing, a kill neither', async () => {
    const directory = temporaryDirectory()
    const first = await open(directory)
    for (const number of [1, 2, 3]) expect(first.take(AGENT, nonce(number), NOW_MS + number * 60_000)).toBe('fresh')
    // The first is never closed, as if the process had been killed.
    const second = await open(directory, NOW_MS + 180_000)
    expect([1, 2, 3, 4].map((number) => second.look(AGENT, nonce(number), NOW_MS + 180_000))).toEqual([
      'replayed',
      'replayed',
      'replayed',
      'fresh',
    ])
    await second.close()
    await first.close()
  })

  test('[REPLAY5] what an earlier run left counts towards the limit', async () => {
    const directory = temporaryDirectory()
    const first = await open(directory)
    first.take(AGENT, nonce(1), NOW_MS)
    await first.close()
    const second = await open(directory, NOW_MS, 1)
    expect(second.take(AGENT, nonce(2), NOW_MS)).toBe('full')
    await second.close()
  })

  test('[REPLAY6] the files of expired nonces go', async () => {
    const directory = temporaryDirectory()
    const cache = await open(directory)
    for (let minute = 0; minute < 30; minute++) cache.take(AGENT, nonce(minute), NOW_MS + minute * 60_000)
    expect(readdirSync(directory).length).toBeLessThanOrEqual(12)
    await cache.close()
    await (await open(directory, NOW_MS + 3_600_000)).close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('[REPLAY5] a line that was cut short is left out, and the next one is whole', async () => {
    const directory = temporaryDirectory()
    const first = await open(directory)
    first.take(AGENT, nonce(1), NOW_MS)
    await first.close()
    const [name = ''] = readdirSync(directory)
    appendFileSync(join(directory, name), `${AGENT} nonce-num`)
    const second = await open(directory)
    expect(second.take(AGENT, nonce(2), NOW_MS)).toBe('fresh')
    await second.close()
    const third = await open(directory)
    expect([1, 2].map((number) => third.look(AGENT, nonce(number), NOW_MS))).toEqual(['replayed', 'replayed'])
    await third.close()
    expect(readFileSync(join(directory, name), 'utf8').split('\n').length).toBe(4)
  })

  test('[REPLAY4] what cannot be written lets nobody in', async () => {
    const directory = join(temporaryDirectory(), 'nonces')
    const cache = await open(directory)
    // Where the next file should be there is a folder: opening it fails for every user, root included.
    mkdirSync(join(directory, `nonces-${Math.floor(NOW_MS / 60_000)}.log`))
    expect(cache.take(AGENT, nonce(1), NOW_MS)).toBe('unwritable')
    expect(cache.take(AGENT, nonce(1), NOW_MS)).toBe('unwritable')
    await cache.close()
  })
})
