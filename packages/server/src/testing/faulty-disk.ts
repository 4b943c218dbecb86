import type { FileSystem, OpenFile } from '../store/index.js'

/** The real disk, with a switch that makes every write fail as if it were full. */
export function createFaultyDisk(real: FileSystem): { readonly fileSystem: FileSystem; isFull: boolean } {
  const disk = { isFull: false, fileSystem: real }
  const check = (): void => {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const wrap = (file: OpenFile): OpenFile => ({
    read: (position, length) => file.read(position, length),
    async write(bytes, position) {
      check()
      await file.write(bytes, position)
    },
    writeNow(bytes, position) {
      check()
      file.writeNow(bytes, position)
    },
    async sync() {
      check()
      await file.sync()
    },
    truncate: (length) => file.truncate(length),
    size: () => file.size(),
    close: () => file.close(),
  })
  disk.fileSystem = {
    ...real,
    async open(path, mode) {
      if (mode === 'replace') check()
      return wrap(await real.open(path, mode))
    },
  }
  return disk
}
