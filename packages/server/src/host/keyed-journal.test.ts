import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNodeFileSystem } from '../store/index.js'
import { createRandom } from '../store/testing/random.js'
import { SimulatedFileSystem } from '../store/testing/simulated-file-system.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { openKeyedJournal } from './keyed-journal.js'

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-journal-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const open = (directory: string, fileSystem = createNodeFileSystem(), compactBytesMin = 1024 * 1024) =>
  openKeyedJournal({ fileSystem, directory, name: 'a.journal', compactBytesMin })

async function written(directory: string, entries: readonly (readonly [string, unknown])[]): Promise<string> {
  const journal = await open(directory)
  for (const [key, value] of entries) {
    journal.set(key, value)
    await journal.safe()
  }
  await journal.close()
  return join(directory, 'a.journal')
}

async function found(directory: string): Promise<unknown> {
  const journal = await open(directory)
  await journal.close()
  return Object.fromEntries(journal.found)
}

test('[JOURNAL1] the last value of every key is found again', async () => {
  const directory = folder()
  await written(directory, [
    ['a', { name: 'ü\n"' }],
    ['b', 2],
    ['a', null],
  ])
  expect(await found(directory)).toEqual({ a: null, b: 2 })
})

test('[JOURNAL2] whatever the last write left behind is cut off, and what follows is kept', async () => {
  const directory = folder()
  const path = await written(directory, [
    ['a', 1],
    ['b', 2],
  ])
  const { size } = statSync(path)
  const whole = readFileSync(path)
  for (let cut = size - 1; cut > 0; cut--) {
    writeFileSync(path, whole)
    truncateSync(path, cut)
    const journal = await open(directory)
    const { a } = Object.fromEntries(journal.found)
    expect([cut, a === undefined || a === 1, journal.found.has('b')]).toEqual([cut, true, false])
    journal.set('c', 3)
    await journal.close()
    expect(await found(directory)).toEqual({ ...Object.fromEntries(journal.found), c: 3 })
  }
})

test('[JOURNAL3] damage before good lines is refused with its place', async () => {
  const directory = folder()
  const path = await written(directory, [
    ['a', 1],
    ['b', 2],
  ])
  const bytes = readFileSync(path)
  bytes[30] = (bytes[30] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await expect(open(directory)).rejects.toThrow(/a\.journal, byte 20: a line is damaged and good ones follow/)
  writeFileSync(path, 'something else altogether, and long enough to be read')
  await expect(open(directory)).rejects.toThrow('is not a journal of this program')
})

test('[JOURNAL4] it is written anew when most of it is outdated, and loses nothing by it', async () => {
  const directory = folder()
  const journal = await open(directory, createNodeFileSystem(), 1000)
  journal.set('stays', true)
  for (let i = 0; i < 200; i++) {
    journal.set('counter', i)
    await journal.safe()
  }
  expect(statSync(join(directory, 'a.journal')).size).toBeLessThan(1100)
  await journal.close()
  expect(await found(directory)).toEqual({ stays: true, counter: 199 })
})

test('[JOURNAL5] what a full disk refuses is written when there is room', async () => {
  const directory = folder()
  const disk = createFaultyDisk(createNodeFileSystem())
  const journal = await open(directory, disk.fileSystem)
  journal.set('a', 1)
  disk.isFull = true
  await expect(journal.safe()).rejects.toThrow('no room')
  journal.set('b', 2)
  disk.isFull = false
  await journal.safe()
  await journal.close()
  expect(await found(directory)).toEqual({ a: 1, b: 2 })
  appendFileSync(join(directory, 'a.journal'), 'torn')
  expect(await found(directory)).toEqual({ a: 1, b: 2 })
})

const STEPS = 24

/** Counts up in a few keys, each step safe before the next, and notes what was promised. */
async function count(fileSystem: SimulatedFileSystem, promised: Map<string, number>): Promise<void> {
  const journal = await openKeyedJournal({ fileSystem, directory: 'data', name: 'a.journal', compactBytesMin: 300 })
  for (let step = 1; step <= STEPS; step++) {
    journal.set(`k${step % 3}`, step)
    journal.set('padding', 'x'.repeat(20))
    await journal.safe()
    promised.set(`k${step % 3}`, step)
  }
  await journal.close()
}

test('[JOURNAL6] cut off at any write, sync or rename, by a kill or a power cut, it holds all that was promised', async () => {
  const whole = new SimulatedFileSystem()
  await count(whole, new Map())
  expect(whole.history).toContain('rename')
  for (let at = 0; at < whole.calls; at++) {
    const random = createRandom(at)
    const disk = new SimulatedFileSystem({ at, kind: 'crash' }, random)
    const promised = new Map<string, number>()
    await expect(count(disk, promised)).rejects.toThrow('ECRASHED')
    for (const left of [disk.afterProcessEnd(), ...Array.from({ length: 6 }, () => disk.afterPowerCut(random))]) {
      const { found: kept } = await openKeyedJournal({ fileSystem: left, directory: 'data', name: 'a.journal' })
      for (const [key, step] of promised) expect([at, key, Number(kept.get(key)) >= step]).toEqual([at, key, true])
    }
  }
})
