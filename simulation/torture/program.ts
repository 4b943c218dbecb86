import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../packages/cli/bin/clawstead.js', import.meta.url))

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A `clawstead` as people run it, from its build. */
export interface Program {
  readonly pid: number
  readonly exited: Promise<Exit>
  /** The line it writes when it can be used; rejects with what it said last when it ends before. */
  readonly ready: Promise<Readonly<Record<string, unknown>>>
  /** The first and the last of what it wrote to standard error. */
  firstWords(): string
  lastWords(): string
  kill(signal: NodeJS.Signals): void
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const WORDS_CHARS_MAX = 4_000

export function startProgram(
  args: readonly string[],
  { directory, environment = {} }: { directory: string; environment?: Record<string, string> },
): Program {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: directory,
    // What it keeps in a home is kept here, and nothing of ours is found.
    env: { PATH: process.env['PATH'], HOME: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let firstWords = ''
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (firstWords.length < WORDS_CHARS_MAX) firstWords += text
    words = (words + text).slice(-WORDS_CHARS_MAX)
  })
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(JSON.parse(text.slice(0, end)) as Record<string, unknown>)
    })
    void exited.then((exit) =>
      reject(new Error(`it ended before it was ready, with ${JSON.stringify(exit)}: ${words}`)),
    )
  })
  // Whoever kills it early does not wait for it.
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    exited,
    ready,
    firstWords: () => firstWords,
    lastWords: () => words,
    kill: (signal) => void child.kill(signal),
  }
}

/** A port that every start can have: clients come back to the address they know. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('the system gave no port')
  return address.port
}
