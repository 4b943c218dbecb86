import picocolors from 'picocolors'
import type { Environment } from '../settings/resolve.js'

export interface OutputStream {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** What a command may use of the world outside: given in, so that a test can look at it. */
export interface Surroundings {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly environment: Environment
  /** The working directory: where the config file is looked for and relative paths begin. */
  readonly directory: string
}

export type Colors = ReturnType<typeof picocolors.createColors>

/** NO_COLOR wins, then FORCE_COLOR; otherwise a real terminal gets colours and a pipe does not. */
export function wantsColor(stream: OutputStream, environment: Environment): boolean {
  if (environment['NO_COLOR']) return false
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return stream.isTTY === true && environment['TERM'] !== 'dumb'
}

export function colorsFor(stream: OutputStream, environment: Environment): Colors {
  return picocolors.createColors(wantsColor(stream, environment))
}
