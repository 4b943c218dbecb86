import { randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'

/** Writes a file in full or not at all: whoever reads it meanwhile sees the old text or the new one. */
export async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const part = await writePart(path, text, mode)
  await rename(part, path).catch(async (error: unknown) => {
    await rm(part, { force: true })
    throw error
  })
}

/** As above, but a file that is already there stays; `false` says so. */
export async function createAtomically(path: string, text: string, mode: number): Promise<boolean> {
  const part = await writePart(path, text, mode)
  try {
    await link(part, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

async function writePart(path: string, text: string, mode: number): Promise<string> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(part, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return part
}
