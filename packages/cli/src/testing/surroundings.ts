import type { Surroundings } from '../output/terminal.js'

/** Surroundings that keep what was written, for tests. */
export interface RecordedSurroundings extends Surroundings {
  written(): { stdout: string; stderr: string }
}

export function recordSurroundings(
  given: { environment?: Record<string, string>; directory?: string; isTTY?: boolean } = {},
): RecordedSurroundings {
  const written = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: given.isTTY ?? false,
    write(text: string) {
      written[name] += text
    },
  })
  return {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    environment: given.environment ?? {},
    directory: given.directory ?? '/nowhere',
    written: () => ({ ...written }),
  }
}
