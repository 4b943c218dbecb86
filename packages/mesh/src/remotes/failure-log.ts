import { open, rename, stat } from 'node:fs/promises'
import type { Logger } from '@clawstead/skills'
import { foreignText } from './foreign-text.js'
import { FAILURE_LOG_BYTES_MAX, FAILURE_LOG_FILES_MAX } from './limits.js'

/** One line of `mcp-failure.log`. */
export type FailureEvent = {
  readonly event: 'failure' | 'disabled' | 'enabled'
  readonly endpoint: string
  /** Empty when it was not about one skill. */
  readonly skill: string
  /** Empty as long as nobody knows who is there. */
  readonly agent_id: string
  readonly reason?: string
  /** Reasons of the failures that led to `disabled`. */
  readonly failures?: readonly string[]
}

export type FailureLog = {
  write(event: FailureEvent): void
  /** Settles when everything written so far is in the file. */
  flush(): Promise<void>
}

export type FailureLogOptions = {
  readonly file: string
  readonly now: () => number
  readonly log: Logger
  /** Takes what is secret out of a text. */
  readonly redact?: ((text: string) => string) | undefined
  readonly bytesMax?: number
}

const LOG_MODE = 0o600

/** A file of JSON lines about remotes that fail. What they said is escaped and cut; the file is rotated by size. */
export function openFailureLog(options: FailureLogOptions): FailureLog {
  const { file, now, log, redact = (text) => text, bytesMax = FAILURE_LOG_BYTES_MAX } = options
  let last: Promise<void> = Promise.resolve()

  async function append(line: string): Promise<void> {
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    if (bytes > 0 && bytes + Buffer.byteLength(line) > bytesMax) await rotate(file)
    const handle = await open(file, 'a', LOG_MODE)
    try {
      await handle.appendFile(line)
    } finally {
      await handle.close()
    }
  }

  const safe = (text: string): string => foreignText(redact(text))
  return {
    write(event) {
      const line = {
        ts: new Date(now()).toISOString(),
        ...event,
        skill: safe(event.skill),
        agent_id: safe(event.agent_id),
        ...(event.reason === undefined ? {} : { reason: safe(event.reason) }),
        ...(event.failures === undefined ? {} : { failures: event.failures.map(safe) }),
      }
      last = last
        .then(() => append(`${JSON.stringify(line)}\n`))
        .catch((error: unknown) => log.error({ err: error, file }, 'the failure log cannot be written'))
    },
    flush: () => last,
  }
}

async function rotate(file: string): Promise<void> {
  for (let index = FAILURE_LOG_FILES_MAX - 1; index >= 1; index -= 1) {
    const from = index === 1 ? file : `${file}.${index - 1}`
    await rename(from, `${file}.${index}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
