import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createNodeFileSystem, StoreMismatchError } from '../../store/index.js'

/** What a world was made with and keeps for good, whatever the settings say later. */
export interface Birth {
  readonly seed: number
  readonly generator: string
  readonly profile: string
}

const FILE = 'world.json'
const VERSION = 1

/** The birth of a world, from its folder; undefined for one that is not made yet. */
export async function readBirth(directory: string): Promise<Birth | undefined> {
  const path = join(directory, FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const birth = parse(text)
  if (birth === undefined) throw new StoreMismatchError(`${path} is damaged: it must name seed, generator and profile`)
  return birth
}

/** Writes it once, before anything else of the world is kept. */
export async function writeBirth(directory: string, { seed, generator, profile }: Birth): Promise<void> {
  const path = join(directory, FILE)
  await mkdir(directory, { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ version: VERSION, seed, generator, profile })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await createNodeFileSystem().syncDirectory(directory)
}

function parse(text: string): Birth | undefined {
  try {
    const { version, seed, generator, profile } = JSON.parse(text) as Record<string, unknown>
    if (version !== VERSION || typeof seed !== 'number' || !Number.isSafeInteger(seed)) return undefined
    return typeof generator === 'string' && typeof profile === 'string' ? { seed, generator, profile } : undefined
  } catch {
    return undefined
  }
}
