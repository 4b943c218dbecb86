import { describe, expect, test } from 'vitest'
import { recordSurroundings } from '../testing/surroundings.js'
import { createLog, type LogLevel } from './log.js'

function logged(given: { isTTY: boolean; isJson: boolean; level?: LogLevel; environment?: Record<string, string> }) {
  const surroundings = recordSurroundings(given)
  const secrets = ['hunter22', 'qu"ote', 'abc']
  const log = createLog({ surroundings, level: given.level ?? 'info', isJson: given.isJson, secrets })
  log.debug({}, 'details')
  log.warn({ port: 8080, token: 'hunter22', quoted: 'qu"ote' }, 'the secret is hunter22, abc is too short')
  log.error({ err: new Error('broke') }, 'failed')
  expect(surroundings.written().stdout).toBe('')
  return surroundings
    .written()
    .stderr.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d\d:\d\d:\d\d/g, 'CLOCK')
    .replace(/"stack":"[^"]*"/g, '"stack":"STACK"')
}

describe('[LOG1] JSON when piped or asked for', () => {
  const lines = [
    '{"level":"warn","time":"TIME","port":8080,"token":"********","quoted":"********","msg":"the secret is ********, abc is too short"}',
    '{"level":"error","time":"TIME","err":{"type":"Error","message":"broke","stack":"STACK"},"msg":"failed"}',
    '',
  ].join('\n')
  test.each([
    { isTTY: false, isJson: false },
    { isTTY: true, isJson: true },
  ])('%j', (given) => {
    expect(logged(given)).toBe(lines)
  })
})

test('[LOG2] readable on a terminal, coloured unless NO_COLOR says otherwise', () => {
  expect(logged({ isTTY: true, isJson: false, environment: { NO_COLOR: '1' } })).toBe(
    [
      'CLOCK warn  the secret is ********, abc is too short port=8080 token=******** quoted=********',
      'CLOCK error failed err="broke"',
      '',
    ].join('\n'),
  )
  expect(logged({ isTTY: true, isJson: false })).toContain('\u001b[33mwarn ')
})

test('[LOG3] the level decides what is written', () => {
  expect(logged({ isTTY: false, isJson: true, level: 'silent' })).toBe('')
  expect(logged({ isTTY: false, isJson: true, level: 'debug' }).split('\n')).toHaveLength(4)
})
