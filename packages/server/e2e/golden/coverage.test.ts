import { expect, test } from 'vitest'
import { readFixture } from './fixtures.js'
import { NOT_PLAYED } from './not-played.js'
import type { Data } from './recording.js'
import { readRecording } from './recording.js'
import { SESSIONS } from './sessions.js'

// The recordings are kept twice: whole, without times, as fixtures of the protocol; and those that are played, with
// times, here. Whatever the protocol knows is played, or it is said why not.

const FILES = ['acks', 'event-batch', 'events', 'instants', 'obs', 'rate-limits', 'switch', 'tasks', 'v1-0'] as const

const names = Object.keys(SESSIONS)
const played = new Set(
  names.flatMap(readRecording).flatMap(({ told }) => told.map(({ conn, at, obs }) => keyOf(conn, at, obs['events']))),
)

const recorded = FILES.flatMap((file) =>
  readFixture(file)
    .map(({ frame }) => frame as Data | undefined)
    .filter((frame) => frame?.['type'] === 'OBS')
    .map((frame) => ({
      file,
      conn: String(frame?.['agent_id']),
      at: Number(frame?.['tick']),
      events: frame?.['events'],
    })),
)

/** Tells one observation from another: texts may differ, since the fixtures have none. */
function keyOf(conn: string, at: number, events: unknown): string {
  const types = ((events ?? []) as Data[]).map(({ type, ref, reason }) => [type, ref, reason].join(' '))
  return [conn, at, ...types].join('|')
}

test('[GOLDEN6] every recorded observation is played, or it is said why not', () => {
  const missing = recorded.filter(({ conn, at, events }) => !played.has(keyOf(conn, at, events)))
  const names = missing.map(({ file, conn, at }) => `${file} ${conn}@${at}`)
  const excused = NOT_PLAYED.flatMap(({ observations }) => observations)
  expect([...new Set(names)].sort()).toEqual([...excused].sort())
})
