import { pino } from 'pino'
import type { LOG_LEVELS } from '../settings/table/general.js'
import { plainText } from './plain-text.js'
import { type Colors, colorsFor, type Surroundings } from './terminal.js'

export type LogLevel = (typeof LOG_LEVELS)[number]

/** The shape the server and the sidecar ask for. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A shorter secret could not be blanked out without tearing ordinary words apart. */
const SCRUBBED_CHARACTERS_MIN = 4
const MASK = '********'

/**
 * Log lines go to standard error: readable ones on a terminal, JSON when piped or asked for.
 * Whatever a part logs, the text of a secret setting is blanked out on its way.
 */
export function createLog(options: {
  surroundings: Surroundings
  level: LogLevel
  isJson: boolean
  secrets: readonly string[]
  aside?: (write: () => void) => void
}): Log {
  const { stderr, environment } = options.surroundings
  const scrub = createScrubber(options.secrets)
  const isReadable = stderr.isTTY === true && !options.isJson
  const colors = colorsFor(stderr, environment)
  const aside = options.aside ?? ((write: () => void) => write())
  const destination = {
    write(line: string) {
      const text = isReadable ? `${readableLine(line, colors)}\n` : line
      aside(() => void stderr.write(scrub(text)))
    },
  }
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

/** Blanks out each secret, also in the form JSON writes it. */
function createScrubber(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= SCRUBBED_CHARACTERS_MIN)
    .flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret])
  return (text) => forms.reduce((left, form) => left.replaceAll(form, MASK), text)
}

/** `14:03:07 warn  what happened  port=8080` */
function readableLine(line: string, colors: Colors): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const clock = plainText(time).slice(11, 19)
  const paint = LEVEL_COLORS[plainText(level)] ?? 'dim'
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${fieldText(value)}`)
  const parts = [
    colors.dim(clock),
    colors[paint](plainText(level).padEnd(5)),
    plainText(msg ?? ''),
    ...(rest.length === 0 ? [] : [colors.dim(rest.join(' '))]),
  ]
  return parts.join(' ')
}

const LEVEL_COLORS: Readonly<Record<string, 'dim' | 'cyan' | 'yellow' | 'red'>> = {
  debug: 'dim',
  info: 'cyan',
  warn: 'yellow',
  error: 'red',
}

/** Errors arrive as objects with a message; of those a person wants the message, not the stack. */
function fieldText(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message)
  return plainText(value)
}
