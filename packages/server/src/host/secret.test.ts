import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateSecret } from './secret.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clawstead-secret-'))
})
afterEach(() => rm(dir, { recursive: true }))

test('[KEY1] the key is made once, for its owner alone, and found again', async () => {
  const dataDir = join(dir, 'data')
  const secret = await readOrCreateSecret(dataDir)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readOrCreateSecret(dataDir)).toBe(secret)
  const path = join(dataDir, 'turn-order.key')
  expect(await readFile(path, 'utf8')).toBe(`${secret}\n`)
})

test.skipIf(process.platform === 'win32')('[KEY1] nobody but its owner can read it', async () => {
  await readOrCreateSecret(dir)
  expect((await stat(join(dir, 'turn-order.key'))).mode & 0o777).toBe(0o600)
})

test('[KEY2] a damaged key is refused and left as it is', async () => {
  await writeFile(join(dir, 'turn-order.key'), 'oops')
  await expect(readOrCreateSecret(dir)).rejects.toThrow('turn-order.key is damaged: it must hold 64 hexadecimal digits')
  expect(await readFile(join(dir, 'turn-order.key'), 'utf8')).toBe('oops')
})
