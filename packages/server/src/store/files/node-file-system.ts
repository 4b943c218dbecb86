import { writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../errors.js'
import type { FileSystem, OpenFile, OpenMode } from './file-system.js'

const FLAGS: Record<OpenMode, string> = { read: 'r', write: 'r+', replace: 'w+' }

/** The disk of this machine. */
export function createNodeFileSystem(): FileSystem {
  return {
    async open(path, mode) {
      return toOpenFile(await open(path, FLAGS[mode], 0o600))
    },
    rename,
    unlink,
    async list(path) {
      try {
        return (await readdir(path)).sort()
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return []
        throw error
      }
    },
    async makeDirectory(path) {
      const highest = await mkdir(path, { recursive: true })
      if (highest === undefined) return
      // Each new name is an entry of the directory above it.
      const top = dirname(highest)
      for (let parent = dirname(resolve(path)); parent.length >= top.length; parent = dirname(parent)) {
        await syncDirectory(parent)
        if (parent === dirname(parent)) break
      }
    },
    syncDirectory,
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows has no handle to sync a directory by; its file system journals names itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function toOpenFile(handle: FileHandle): OpenFile {
  return {
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
    async write(bytes, position) {
      let written = 0
      while (written < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
        written += bytesWritten
      }
    },
    writeNow(bytes, position) {
      let written = 0
      while (written < bytes.length) {
        written += writeSync(handle.fd, bytes, written, bytes.length - written, position + written)
      }
    },
    // Only data and length: when a file was last changed is nobody's promise.
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  }
}
