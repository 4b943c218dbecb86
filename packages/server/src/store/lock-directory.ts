import { mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './errors.js'

const LOCK_NAME = 'in-use.json'
/** A lock that is taken and let go by others at this very moment is tried for again this often. */
const ATTEMPTS_MAX = 5

const STATE_FIELD = 0
const START_FIELD = 19
/** Ended and not yet collected, or being taken apart. */
const ENDED_STATES: ReadonlySet<string> = new Set(['Z', 'X', 'x'])

/** Another process is at work in the folder. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
}

/** Who holds a lock. Process numbers come again, so the moment of start belongs to it where the system tells. */
interface Holder {
  readonly pid: number
  readonly startedAt: string
}

/**
 * Makes sure that no other process writes to this folder; two of them would each overwrite what the other appended.
 * Resolves with the function that lets go. The lock of a process that is gone does not count.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, LOCK_NAME)
  const mine: Holder = { pid: process.pid, startedAt: await startOf(process.pid) }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (await create(path, mine)) return () => removeIfThere(path)
    const holder = await readHolder(path)
    if (holder === undefined) continue
    if (holder.pid === mine.pid && holder.startedAt === mine.startedAt) {
      throw new DirectoryInUseError(`${directory} is already in use by this process`)
    }
    if (await isAlive(holder)) {
      throw new DirectoryInUseError(
        `${directory} is in use by process ${holder.pid}; stop it, or remove ${path} if it is something else`,
      )
    }
    await removeIfThere(path)
  }
  throw new DirectoryInUseError(`${directory}: others take and leave the lock ${path} all the time`)
}

/** Whether the file came into being by this call. */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(holder))
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Nothing when the file is gone; a holder that cannot be alive when it is unreadable, as after a crash while it was written. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const { pid, startedAt } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
    return { pid: Number.isSafeInteger(pid) ? (pid as number) : 0, startedAt: String(startedAt) }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : { pid: 0, startedAt: '' }
  }
}

async function isAlive({ pid, startedAt }: Holder): Promise<boolean> {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  // One that has ended holds nothing, though its number stays taken until its parent has looked.
  if (ENDED_STATES.has((await fieldsOf(pid))?.[STATE_FIELD] ?? '')) return false
  return (await startOf(pid)) === startedAt
}

/** Tells two processes with one number apart: boot and start time, where there is a /proc; empty elsewhere. */
async function startOf(pid: number): Promise<string> {
  const start = (await fieldsOf(pid))?.[START_FIELD]
  if (start === undefined) return ''
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()} ${start}`
  } catch {
    return ''
  }
}

/** What the system says of a process after its name, which is in parentheses and may hold spaces; nothing where there is no /proc. */
async function fieldsOf(pid: number): Promise<readonly string[] | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
