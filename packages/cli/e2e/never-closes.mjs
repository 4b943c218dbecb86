// Runs the real stop handling around a part that never finishes closing, so that a second signal always finds it waiting.
import process from 'node:process'
import { createLog } from '../dist/output/log.js'
import { createProgress } from '../dist/output/progress.js'
import { runUntilStopped } from '../dist/run/session.js'

const surroundings = { stdout: process.stdout, stderr: process.stderr, environment: {}, directory: process.cwd() }
const keepAlive = setInterval(() => undefined, 1000)
process.exitCode = await runUntilStopped({
  log: createLog({ surroundings, level: 'error', isJson: true, secrets: [] }),
  progress: createProgress(surroundings, false),
  process: { signals: process, exitNow: (code) => process.exit(code), hasTerminal: false },
  async start({ parts }) {
    parts.add({ name: 'stubborn part', close: () => new Promise(() => undefined) })
    process.stdout.write('started\n')
  },
})
clearInterval(keepAlive)
