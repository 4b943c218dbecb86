import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explainFailure } from './failures.js'

const endpoint = { what: 'world server', host: '127.0.0.1', port: 80, hostFlag: '--host', portFlag: '--port' }

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

test.each([
  [
    'EADDRINUSE',
    'port 80 on 127.0.0.1 is already in use, so the world server cannot start: stop the program that uses it, or choose another port with --port N',
  ],
  ['EACCES', 'port 80 needs more rights than you have: choose one above 1023 with --port N'],
  ['EADDRNOTAVAIL', '127.0.0.1 is not an address of this machine: choose another with --host ADDRESS'],
])('[FAIL1] %s becomes a sentence with the flag that helps, also when wrapped', (code, message) => {
  for (const error of [systemError(code, 'listen'), new Error('start', { cause: systemError(code, 'listen') })]) {
    expect(explainFailure(error, endpoint)).toMatchObject({ name: 'StartError', message, exitCode: 1 })
  }
})

test('[FAIL2] a folder that cannot be made is named', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-failures-'))
  writeFileSync(join(directory, 'file'), '')
  const path = join(directory, 'file', 'data')
  const error: unknown = await mkdir(path).catch((refused: unknown) => refused)
  expect(explainFailure(error, endpoint)).toMatchObject({ message: `the world server cannot use ${path} (ENOTDIR)` })
  rmSync(directory, { recursive: true })
})

test('[FAIL3] anything else is passed on as it is', () => {
  for (const error of [systemError('EIO', 'read'), new Error('bug'), 'text']) {
    expect(explainFailure(error, endpoint)).toBe(error)
  }
})
