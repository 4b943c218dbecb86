import { readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from '@clawstead/skills'
import { writeAtomically } from '../identity/atomic-file.js'
import { PINS_BYTES_MAX } from './limits.js'

/** The file holds something that cannot be read, or a change to it is refused. */
export class RemotesFileError extends Error {
  override readonly name = 'RemotesFileError'
}

/** A small JSON file that a running node and a person's commands both change. */
export type KeptFile<Value> = {
  value(): Value
  /** Edit what the file says now; one change after the other, each in full or not at all. */
  change(edit: (value: Value) => Value): Promise<Value>
  /** Read it again if somebody else changed it. @returns whether it was. */
  look(): boolean
}

export type KeptFileOptions<Value> = {
  readonly file: string
  readonly log: Logger
  /** @throws RemotesFileError naming the member that is wrong. */
  readonly read: (json: unknown) => Value
  /** What a missing file means. */
  readonly empty: Value
}

const FILE_MODE = 0o600

/** @throws RemotesFileError when the file is there but cannot be read. */
export function openKeptFile<Value>(options: KeptFileOptions<Value>): KeptFile<Value> {
  const { file, log } = options
  let seen = versionOf(file)
  let value = load()

  function load(): Value {
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) return options.empty
    if (size > PINS_BYTES_MAX) throw new RemotesFileError(`${file} is larger than ${PINS_BYTES_MAX} bytes`)
    let json: unknown
    try {
      json = JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new RemotesFileError(`${file} is not JSON`, { cause: error })
    }
    try {
      return options.read(json)
    } catch (error) {
      if (error instanceof RemotesFileError) throw new RemotesFileError(`${file}: ${error.message}`)
      throw error
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    value: () => value,
    change(edit) {
      const next = last.then(async () => {
        const current = load()
        const changed = edit(current)
        if (changed !== current) {
          await mkdir(dirname(file), { recursive: true })
          await writeAtomically(file, `${JSON.stringify(changed, null, 2)}\n`, FILE_MODE)
        }
        seen = versionOf(file)
        value = changed
        return changed
      })
      last = next.catch(() => undefined)
      return next
    },
    look() {
      const version = versionOf(file)
      if (version === seen) return false
      seen = version
      try {
        value = load()
        return true
      } catch (error) {
        // What was known stays known: a broken file must not make a stranger of a known remote.
        log.error({ err: error, file }, 'the file cannot be read; what it said before stays in use')
        return false
      }
    },
  }
}

/** Something that differs when the file does. */
function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? 'none' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}
