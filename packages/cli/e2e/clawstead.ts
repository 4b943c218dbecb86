import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const BIN = join(PACKAGE, 'bin', 'clawstead.js')

/** The program is run as people run it, from its build. A build older than its sources would prove nothing. */
export function requireBuild(): void {
  const build = join(PACKAGE, 'dist', '.tsbuildinfo')
  const builtMs = existsSync(build) ? statSync(build).mtimeMs : 0
  const sources = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
  const newer = sources
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .find((path) => statSync(join(PACKAGE, 'src', path)).mtimeMs > builtMs)
  if (newer !== undefined) throw new Error(`the build is older than src/${newer}: run npm run build first`)
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running `clawstead`: what it has written so far, and how to wait for more. */
export interface Program {
  readonly pid: number
  readonly directory: string
  readonly exited: Promise<Exit>
  written(): { stdout: string; stderr: string }
  /** Resolves with the match once it is in the output; rejects when the program ends without it. */
  waitFor(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpMatchArray>
  kill(signal: NodeJS.Signals): void
}

export function temporaryFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-e2e-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Starts the real program in a folder of its own, with an environment that holds nothing of ours. */
export function startProgram(
  args: readonly string[],
  options: { directory?: string; environment?: Record<string, string>; script?: string } = {},
): Program {
  const directory = options.directory ?? temporaryFolder()
  const child = spawn(process.execPath, [options.script ?? BIN, ...args], {
    cwd: directory,
    // A home of its own: keys are made there.
    env: { PATH: process.env['PATH'], HOME: directory, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return watch(child, directory)
}

/** Runs the program to its end. */
export async function runProgram(
  args: readonly string[],
  options: Parameters<typeof startProgram>[1] = {},
): Promise<Exit & { stdout: string; stderr: string }> {
  const program = startProgram(args, options)
  const exit = await program.exited
  return { ...exit, ...program.written() }
}

function watch(child: ChildProcess, directory: string): Program {
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const listener of listeners) listener()
    })
  }
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    pid: child.pid ?? 0,
    directory,
    exited,
    written: () => ({ ...written }),
    waitFor(stream, pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = written[stream].match(pattern)
          if (match === null) return
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        look()
        void exited.then((exit) =>
          reject(new Error(`${JSON.stringify(exit)} before ${pattern}: ${JSON.stringify(written)}`)),
        )
      })
    },
    kill: (signal) => void child.kill(signal),
  }
}
