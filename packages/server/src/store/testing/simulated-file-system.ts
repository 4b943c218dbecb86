import type { FileSystem, OpenFile } from '../files/file-system.js'

/** Calls that change something; these are counted and can be made to fail. */
export type ChangeCall = 'create' | 'write' | 'sync' | 'truncate' | 'rename' | 'unlink' | 'syncDirectory'

/** What happens at the n-th changing call. A refusal may leave part of a write behind; a crash ends everything. */
export type Fault =
  | { readonly at: number; readonly kind: 'fail'; readonly code: string; readonly times?: number }
  | { readonly at: number; readonly kind: 'crash' }

type DataChange =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly length: number }
interface Inode {
  data: Buffer
  /** What the disk holds for certain. */
  durable: Buffer
  /** What it may hold besides, in any part. */
  loose: DataChange[]
}
type NameChange =
  | { readonly kind: 'set'; readonly path: string; readonly inode: Inode }
  | { readonly kind: 'remove'; readonly path: string }

const PAGE_BYTES = 4096

/**
 * A disk in memory that fails when told to, and knows what would be left of it: everything after the end of a process,
 * only what was synced for certain after a power cut.
 */
export class SimulatedFileSystem implements FileSystem {
  calls = 0
  readonly history: ChangeCall[] = []
  hasCrashed = false
  /** Files that were opened and not closed. */
  openFiles = 0
  private names = new Map<string, Inode>()
  private durableNames = new Map<string, Inode>()
  private looseNames: NameChange[] = []
  private readonly directories = new Set<string>()

  constructor(
    private fault?: Fault,
    private readonly random: () => number = () => 0.5,
  ) {}

  setFault(fault: Fault | undefined): void {
    this.fault = fault
  }

  async open(path: string, mode: 'read' | 'write' | 'replace'): Promise<OpenFile> {
    this.live()
    let inode = this.names.get(path)
    if (mode === 'replace') {
      this.change('create', path)
      if (inode === undefined) {
        inode = { data: Buffer.alloc(0), durable: Buffer.alloc(0), loose: [] }
        this.name({ kind: 'set', path, inode })
      } else this.apply(inode, { kind: 'truncate', length: 0 })
    }
    if (inode === undefined) throw systemError('ENOENT', path)
    return this.handle(path, inode)
  }

  async rename(from: string, to: string): Promise<void> {
    const isDirectory = this.directories.has(from)
    const moved = [...this.names].filter(([path]) => path === from || (isDirectory && path.startsWith(`${from}/`)))
    if (moved.length === 0 && !isDirectory) throw systemError('ENOENT', from)
    const rename = (): void => {
      for (const [path, inode] of moved) {
        this.name({ kind: 'remove', path })
        this.name({ kind: 'set', path: to + path.slice(from.length), inode })
      }
      if (isDirectory) {
        this.directories.delete(from)
        this.directories.add(to)
      }
    }
    this.change('rename', from, rename)
    rename()
  }

  async unlink(path: string): Promise<void> {
    if (!this.names.has(path)) throw systemError('ENOENT', path)
    this.change('unlink', path, () => this.name({ kind: 'remove', path }))
    this.name({ kind: 'remove', path })
  }

  async list(path: string): Promise<string[]> {
    this.live()
    const all = [...this.names.keys(), ...this.directories].filter((name) => name.startsWith(`${path}/`))
    return [...new Set(all.map((name) => name.slice(path.length + 1).split('/')[0] as string))].sort()
  }

  async makeDirectory(path: string): Promise<void> {
    this.live()
    for (let at = path; at.includes('/'); at = at.slice(0, at.lastIndexOf('/'))) this.directories.add(at)
  }

  async syncDirectory(path: string): Promise<void> {
    const sync = (): void => {
      this.durableNames = applyNames(
        this.durableNames,
        this.looseNames.filter((change) => parentOf(change.path) === path),
      )
      this.looseNames = this.looseNames.filter((change) => parentOf(change.path) !== path)
    }
    this.change('syncDirectory', path, () => this.random() < 0.5 && sync())
    sync()
  }

  /** The disk as the next process finds it after this one was ended. What was not synced still is not. */
  afterProcessEnd(): SimulatedFileSystem {
    const next = new SimulatedFileSystem()
    const copies = new Map<Inode, Inode>()
    const copyOf = (inode: Inode): Inode => {
      const copy = copies.get(inode) ?? { ...inode, loose: [...inode.loose] }
      copies.set(inode, copy)
      return copy
    }
    next.names = new Map([...this.names].map(([path, inode]) => [path, copyOf(inode)]))
    next.durableNames = new Map([...this.durableNames].map(([path, inode]) => [path, copyOf(inode)]))
    next.looseNames = this.looseNames.map((change) =>
      change.kind === 'set' ? { ...change, inode: copyOf(change.inode) } : change,
    )
    for (const path of this.directories) next.directories.add(path)
    return next
  }

  /** A disk as it may be found after a power cut: any part of what was not synced may be there. */
  afterPowerCut(random: () => number): SimulatedFileSystem {
    const kept = this.looseNames.slice(0, Math.floor(random() * (this.looseNames.length + 1)))
    const next = new SimulatedFileSystem()
    for (const [path, inode] of applyNames(this.durableNames, kept)) next.setBytes(path, tornData(inode, random))
    for (const path of this.directories) next.directories.add(path)
    return next
  }

  /** Bytes of a file, to look at or to damage. */
  bytesOf(path: string): Buffer {
    return (this.names.get(path) as Inode).data
  }

  setBytes(path: string, data: Buffer): void {
    const inode = this.names.get(path) ?? { data, durable: data, loose: [] }
    Object.assign(inode, { data, durable: data, loose: [] })
    this.names.set(path, inode)
    this.durableNames.set(path, inode)
  }

  remove(path: string): void {
    this.names.delete(path)
    this.durableNames.delete(path)
  }

  paths(): string[] {
    return [...this.names.keys()].sort()
  }

  private handle(path: string, inode: Inode): OpenFile {
    this.openFiles++
    let isOpen = true
    const write = (bytes: Uint8Array, position: number): void => {
      const copy = Buffer.from(bytes)
      const part = (): void => {
        const length = Math.floor(this.random() * (copy.length + 1))
        if (length > 0) this.apply(inode, { kind: 'write', position, bytes: copy.subarray(0, length) })
      }
      this.change('write', path, part)
      this.apply(inode, { kind: 'write', position, bytes: copy })
    }
    return {
      read: async (position, length) => {
        this.live()
        return Buffer.from(inode.data.subarray(position, position + length))
      },
      write: async (bytes, position) => write(bytes, position),
      writeNow: write,
      sync: async () => {
        const sync = (): void => {
          inode.durable = inode.data
          inode.loose = []
        }
        this.change('sync', path, () => this.random() < 0.5 && sync())
        sync()
      },
      truncate: async (length) => {
        this.change('truncate', path)
        this.apply(inode, { kind: 'truncate', length })
      },
      size: async () => {
        this.live()
        return inode.data.length
      },
      close: async () => {
        this.live()
        if (isOpen) this.openFiles--
        isOpen = false
      },
    }
  }

  /** Counts a changing call, and lets it fail in its turn; `partly` is what a failing one may do all the same. */
  private change(call: ChangeCall, path: string, partly?: () => unknown): void {
    this.live()
    const number = this.calls++
    this.history.push(call)
    const { fault } = this
    if (fault === undefined || number < fault.at) return
    if (fault.kind === 'crash') {
      partly?.()
      this.hasCrashed = true
      throw systemError('ECRASHED', path)
    }
    if (number >= fault.at + (fault.times ?? 1)) return
    if (call === 'write') partly?.()
    throw systemError(fault.code, path)
  }

  private live(): void {
    if (this.hasCrashed) throw systemError('ECRASHED', 'the process is gone')
  }

  private name(change: NameChange): void {
    this.names = applyNames(this.names, [change])
    this.looseNames.push(change)
  }

  private apply(inode: Inode, change: DataChange): void {
    inode.data = applyData(inode.data, change)
    inode.loose.push(change)
  }
}

function applyNames(names: ReadonlyMap<string, Inode>, changes: readonly NameChange[]): Map<string, Inode> {
  const next = new Map(names)
  for (const change of changes) {
    if (change.kind === 'set') next.set(change.path, change.inode)
    else next.delete(change.path)
  }
  return next
}

function applyData(data: Buffer, change: DataChange): Buffer {
  const length =
    change.kind === 'truncate' ? change.length : Math.max(data.length, change.position + change.bytes.length)
  const next = Buffer.alloc(length)
  data.copy(next)
  if (change.kind === 'write') change.bytes.copy(next, change.position)
  return next
}

/** Some of the unsynced changes, and of each write any of its pages. */
function tornData(inode: Inode, random: () => number): Buffer {
  let data = inode.durable
  const style = random()
  if (style < 0.2) return data
  if (style < 0.4) return inode.data
  for (const change of inode.loose) {
    if (change.kind === 'truncate') {
      if (random() < 0.7) data = applyData(data, change)
      continue
    }
    // The length often reaches the disk before the bytes do: what is missing reads as zeros.
    const length = Math.max(data.length, change.position + change.bytes.length)
    if (random() < 0.5) data = applyData(data, { kind: 'truncate', length })
    for (let at = 0; at < change.bytes.length; ) {
      const pageEnd = Math.floor((change.position + at) / PAGE_BYTES + 1) * PAGE_BYTES - change.position
      const end = Math.min(pageEnd, change.bytes.length, at + 1 + Math.floor(random() * PAGE_BYTES))
      if (random() < 0.6)
        data = applyData(data, { kind: 'write', position: change.position + at, bytes: change.bytes.subarray(at, end) })
      at = end
    }
  }
  return data
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}
