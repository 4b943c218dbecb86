import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FOLDER_BYTES_MAX, FOLDER_FILES_MAX } from './limits.js'

/** Every file of a folder, and one digest over names and contents. */
export type FolderFiles = {
  /** Lower-case hex SHA-256. */
  readonly digest: string
  /** By name with `/` between parts. */
  readonly contents: ReadonlyMap<string, Buffer>
}

export class SkillFolderError extends Error {
  override readonly name = 'SkillFolderError'
}

/** Reads a skill's folder whole. Links are refused: what they point at is not under the digest. */
export async function readFolder(directory: string): Promise<FolderFiles> {
  const contents = new Map<string, Buffer>()
  let bytes = 0

  async function read(under: string): Promise<void> {
    const entries = await readdir(join(directory, under), { withFileTypes: true })
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const name = under === '' ? entry.name : `${under}/${entry.name}`
      if (entry.isSymbolicLink()) throw new SkillFolderError(`${name}: a link, not a file`)
      if (entry.isDirectory()) {
        await read(name)
        continue
      }
      const content = await readFile(join(directory, name))
      bytes += content.length
      contents.set(name, content)
      if (contents.size > FOLDER_FILES_MAX) throw new SkillFolderError(`more than ${FOLDER_FILES_MAX} files`)
      if (bytes > FOLDER_BYTES_MAX) throw new SkillFolderError(`more than ${FOLDER_BYTES_MAX} bytes`)
    }
  }

  try {
    await read('')
  } catch (error) {
    if (error instanceof SkillFolderError) throw error
    throw new SkillFolderError(error instanceof Error ? error.message : String(error))
  }
  const whole = createHash('sha256')
  for (const [name, content] of contents) {
    whole.update(`${name}\0${createHash('sha256').update(content).digest('hex')}\n`)
  }
  return { digest: whole.digest('hex'), contents }
}
