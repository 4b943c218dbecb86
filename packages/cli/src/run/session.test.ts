import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createLog } from '../output/log.js'
import { createProgress } from '../output/progress.js'
import { recordSurroundings } from '../testing/surroundings.js'
import { runUntilStopped, type Session } from './session.js'

function stage(hasTerminal = true) {
  const surroundings = recordSurroundings()
  const signals = new EventEmitter()
  const exits: number[] = []
  const log = createLog({ surroundings, level: 'error', isJson: true, secrets: [] })
  const run = (start: (session: Session) => Promise<void>) =>
    runUntilStopped({
      start,
      log,
      progress: createProgress(surroundings, false),
      process: { signals, exitNow: (code) => void exits.push(code), hasTerminal },
    })
  return { signals, exits, run, written: () => surroundings.written() }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('[STOP1] %s closes the newest part first and exits 0', async (signal) => {
  const { signals, run, written, exits } = stage()
  const closed: string[] = []
  const code = await run(async ({ parts }) => {
    for (const name of ['server', 'sidecar']) parts.add({ name, close: async () => void closed.push(name) })
    signals.emit(signal, signal)
  })
  expect([code, closed, exits]).toEqual([0, ['sidecar', 'server'], []])
  expect(written().stdout).toBe(
    `\nStopping (${signal}). Once more ends it at once.\n  closing sidecar\n  closing server\nStopped.\n`,
  )
  expect(signals.eventNames()).toEqual([])
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('[STOP2] a second signal (%s) ends it at once with %i', async (signal, exitCode) => {
  const { signals, run, exits } = stage()
  const code = await run(async ({ parts }) => {
    parts.add({
      name: 'slow',
      close: async () => void signals.emit(signal, signal),
    })
    signals.emit('SIGINT', 'SIGINT')
  })
  expect([code, exits]).toEqual([0, [exitCode]])
})

test('[STOP6] without a terminal a hang-up is passed by', async () => {
  const { signals, run, written } = stage(false)
  const code = await run(async () => {
    signals.emit('SIGHUP', 'SIGHUP')
    signals.emit('SIGTERM', 'SIGTERM')
  })
  expect([code, written().stdout]).toEqual([0, '\nStopping (SIGTERM). Once more ends it at once.\nStopped.\n'])
})

test('[STOP7] under --json the log says so instead', async () => {
  const surroundings = recordSurroundings()
  const signals = new EventEmitter()
  const code = await runUntilStopped({
    start: async ({ parts }) => {
      parts.add({ name: 'server', close: async () => undefined })
      signals.emit('SIGINT', 'SIGINT')
    },
    log: createLog({ surroundings, level: 'info', isJson: true, secrets: [] }),
    progress: createProgress(surroundings, true),
    process: { signals, exitNow: () => expect.fail('exit'), hasTerminal: true },
  })
  const lines = surroundings.written().stderr.trim().split('\n')
  const { stdout } = surroundings.written()
  expect([code, stdout, lines.map((line) => JSON.parse(line).msg)]).toEqual([0, '', ['stopping', 'closing', 'stopped']])
})

test('[STOP3] a stop while starting calls the start off and closes what was open', async () => {
  const { signals, run, written } = stage()
  const code = await run(async ({ parts, signal }) => {
    parts.add({ name: 'server', close: async () => undefined })
    signals.emit('SIGINT', 'SIGINT')
    signal.throwIfAborted()
  })
  expect(code).toBe(0)
  expect(written().stdout).toBe(
    '\nStopping (SIGINT). Once more ends it at once.\n  closing server\nStopped before it was ready.\n',
  )
})

test('[STOP4] a part that fails to start closes those already started, and the failure is passed on', async () => {
  const { run, signals } = stage()
  const closed: string[] = []
  const running = run(async ({ parts }) => {
    parts.add({ name: 'server', close: async () => void closed.push('server') })
    throw new Error('sidecar broke')
  })
  await expect(running).rejects.toThrow('sidecar broke')
  expect(closed).toEqual(['server'])
  expect(signals.eventNames()).toEqual([])
})

test('[STOP5] a part that fails to close is reported, the others still close, and the exit code is 1', async () => {
  const { signals, run, written } = stage()
  const closed: string[] = []
  const code = await run(async ({ parts }) => {
    parts.add({ name: 'server', close: async () => void closed.push('server') })
    parts.add({ name: 'sidecar', close: () => Promise.reject(new Error('stuck')) })
    signals.emit('SIGTERM', 'SIGTERM')
  })
  expect([code, closed]).toEqual([1, ['server']])
  expect(JSON.parse(written().stderr)).toMatchObject({
    level: 'error',
    msg: 'sidecar did not close cleanly',
    part: 'sidecar',
    err: { message: 'stuck' },
  })
})
