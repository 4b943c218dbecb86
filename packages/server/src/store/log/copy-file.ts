import type { FileSystem } from '../files/file-system.js'
import { READ_CHUNK_BYTES } from '../limits.js'

/** Copies the first bytes of a file into a new one and makes it durable; its name is durable once its directory is synced. */
export async function copyFilePart(fileSystem: FileSystem, from: string, to: string, length: number): Promise<void> {
  const source = await fileSystem.open(from, 'read')
  try {
    const target = await fileSystem.open(to, 'replace')
    try {
      for (let position = 0; position < length; ) {
        const bytes = await source.read(position, Math.min(READ_CHUNK_BYTES, length - position))
        if (bytes.length === 0) throw new Error(`${from} became shorter while it was copied`)
        await target.write(bytes, position)
        position += bytes.length
      }
      await target.sync()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
