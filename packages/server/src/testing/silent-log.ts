import type { Logger } from '../log.js'

export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {} }

interface LogLine {
  readonly level: string
  readonly fields: object
  readonly message: string
}

/** A log that keeps its lines, for tests that read what was said or wait for it. */
export interface MemoryLog extends Logger {
  readonly lines: LogLine[]
  /** The fields of the next line with this message. */
  next(message: string): Promise<object>
}

export function createMemoryLog(): MemoryLog {
  const lines: LogLine[] = []
  const waiting: { message: string; resolve: (fields: object) => void }[] = []
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
    for (const entry of waiting.filter((candidate) => candidate.message === message)) {
      waiting.splice(waiting.indexOf(entry), 1)
      entry.resolve(fields)
    }
  }
  return {
    lines,
    next: (message) => new Promise((resolve) => waiting.push({ message, resolve })),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
}
