import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createNodeFileSystem } from '../store/index.js'

const KEY_FILE = 'turn-order.key'
const SECRET_BYTES = 32
const SECRET_FORM = /^[0-9a-f]{64}$/

/**
 * The key that draws whose turn it is within a tick. It is made once and kept with the data, readable by its owner
 * alone: a history can be replayed only with the key it was made with.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  try {
    return await readSecret(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const path = join(dataDir, KEY_FILE)
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  await mkdir(dataDir, { recursive: true })
  // Made beside its place and moved there whole: a start that is interrupted leaves no half of a key.
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await createNodeFileSystem().syncDirectory(dataDir)
  return secret
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
