import { errorCode } from '../errors.js'

/**
 * All the file access of the store. There is a real one, and one for tests that fails or dies at any chosen call.
 * Paths are joined with `/`.
 */
export interface FileSystem {
  /** `read`: an existing file. `write`: an existing file, to read and write. `replace`: a new, empty one. */
  open(path: string, mode: OpenMode): Promise<OpenFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Names within a directory, sorted; empty when there is no such directory. */
  list(path: string): Promise<string[]>
  /** Makes a directory and those above it, as far as they are missing, and makes them durable. */
  makeDirectory(path: string): Promise<void>
  /** Makes creations, renames and removals within a directory durable. */
  syncDirectory(path: string): Promise<void>
}

export type OpenMode = 'read' | 'write' | 'replace'

export interface OpenFile {
  /** Reads up to `length` bytes; fewer only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
  /** Writes all bytes or throws; after a throw any part of them may have been written. */
  write(bytes: Uint8Array, position: number): Promise<void>
  /** As `write`, done when it returns: for a few bytes that somebody waits for. */
  writeNow(bytes: Uint8Array, position: number): void
  /** Resolves when everything written so far is on the disk. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
}

/** Removes a file that is of no more use. That it stays a while longer harms nobody: the next time will do. */
export async function tryUnlink(fileSystem: FileSystem, path: string): Promise<boolean> {
  try {
    await fileSystem.unlink(path)
    return true
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}
