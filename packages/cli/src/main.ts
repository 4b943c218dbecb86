import process from 'node:process'
import { runProgram } from './program.js'

/** Time for output to reach a slow pipe. */
const LEFTOVERS_MS = 2000

// A reader that has seen enough (`| head -1`) closes the pipe; that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
process.exitCode = await runProgram(
  process.argv.slice(2),
  { stdout: process.stdout, stderr: process.stderr, environment: process.env, directory: process.cwd() },
  { signals: process, exitNow: (code) => process.exit(code), hasTerminal },
)

// Everything is closed and written by now. Should a part have left something open, it must not keep the program alive.
setTimeout(() => process.exit(), LEFTOVERS_MS).unref()
