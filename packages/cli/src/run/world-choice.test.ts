import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { interpretFlags, readCommandLine } from '../settings/flags.js'
import { resolveSettings } from '../settings/resolve.js'
import { chooseWorlds } from './world-choice.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-worlds-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function write(path: string): string {
  mkdirSync(join(directory, path, '..'), { recursive: true })
  writeFileSync(join(directory, path), '{}')
  return join(directory, path)
}

function choose(...args: string[]) {
  const { given } = interpretFlags(readCommandLine(args).flags, 'up')
  const choice = chooseWorlds(resolveSettings({ flags: given, environment: {} }), directory)
  return { ...choice, notes: choice.notes.map(({ text }) => text) }
}

test('[WORLD1] by default the built-in worlds run', () => {
  expect(choose()).toEqual({ notes: [] })
})

describe('[WORLD2] files', () => {
  test('worlds and tuning by name', () => {
    const worldsFile = write('w.yaml')
    expect(choose('--worlds', 'w.yaml', '--tuning', 't.yaml')).toEqual({
      worldsFile,
      tuningFile: join(directory, 't.yaml'),
      notes: [],
    })
  })

  test('a folder of both, where a named file still wins', () => {
    write('c/worlds.yaml')
    const tuningFile = write('c/tuning.json')
    const worldsFile = write('w.yaml')
    expect(choose('-configs', 'c', '-worlds', 'w.yaml')).toEqual({ worldsFile, tuningFile, notes: [] })
  })

  test('./configs is read without being named', () => {
    const tuningFile = write('configs/tuning.yaml')
    expect(choose()).toEqual({ tuningFile, notes: [] })
  })

  test('a folder with neither has no effect, and says so', () => {
    write('c/blocks.json')
    expect(choose('-configs', 'c')).toEqual({
      notes: ['flag -configs has no effect: c has no worlds.yaml and no tuning.yaml'],
    })
  })

  test('a named folder must exist', () => {
    expect(() => choose('--configs', 'c')).toThrow('flag --configs: folder c does not exist')
  })
})

test('[WORLD3] --world is just this one world', () => {
  expect(choose('--world', 'CITY_HUB')).toEqual({ world: 'CITY_HUB', notes: [] })
  const worldsFile = write('w.yaml')
  expect(choose('--world', 'PIT', '--worlds', 'w.yaml')).toEqual({ worldsFile, world: 'PIT', notes: [] })
})

describe('[WORLD4] a worlds file that does not exist', () => {
  test('is refused', () => {
    expect(() => choose('--worlds', 'w.yaml')).toThrow(
      'flag --worlds: worlds file w.yaml does not exist; for a single world use --world NAME',
    )
  })

  test('means a single world in the spelling of the existing programs', () => {
    expect(choose('-worlds', 'w.yaml')).toEqual({
      single: 'world_1',
      notes: ['flag -worlds: w.yaml does not exist, so there is a single world, world_1'],
    })
    expect(choose('-worlds', 'w.yaml', '-world', 'mine')).toEqual({
      single: 'mine',
      notes: ['flag -worlds: w.yaml does not exist, so there is a single world, mine'],
    })
  })
})

test('[WORLD5] a blank worlds file means a single world', () => {
  write('configs/worlds.yaml')
  expect(choose('-worlds=')).toEqual({ single: 'world_1', notes: [] })
  expect(choose('--worlds=', '--world', 'mine')).toEqual({ single: 'mine', notes: [] })
})

test('[WORLD6] in the spelling of the existing programs a worlds file wins over -world', () => {
  const worldsFile = write('configs/worlds.yaml')
  expect(choose('-world', 'world_1')).toEqual({
    worldsFile,
    notes: ['flag -world has no effect: configs/worlds.yaml names the worlds (--world world_1 would pick one)'],
  })
  rmSync(join(directory, 'configs'), { recursive: true })
  expect(choose('-world', 'world_1')).toEqual({ world: 'world_1', notes: [] })
})
