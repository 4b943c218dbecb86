import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_FILE = 'turn-order.key'
const SECRET_BYTES = 32
const SECRET_FORM = /^[0-9a-f]{64}$/

/**
 * The key that draws whose turn it is within a tick. It is made once and kept with the data, readable by its owner
 * alone: a history can be replayed only with the key it was made with.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, KEY_FILE)
  await mkdir(dataDir, { recursive: true })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(SECRET_BYTES).toString('hex')
      await file.writeFile(`${secret}\n`)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecret(dataDir)
}

/** The key of a data folder that has one. */
export async function readSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, KEY_FILE)
  const secret = (await readFile(path, 'utf8')).trim()
  if (!SECRET_FORM.test(secret)) throw new Error(`${path} is damaged: it must hold 64 hexadecimal digits`)
  return secret
}

/** The key of one of its worlds. */
export function worldSecret(secret: string, worldId: string): string {
  return `${secret}:${worldId}`
}
