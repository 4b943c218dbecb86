import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { quantile, type Verdict, wholeNumbers } from './figures.js'
import { freePort, startProgram } from './program.js'
import { RESTART_SEED, RESTART_WORLD } from './restart-world.js'

const BUILDER = fileURLToPath(new URL('restart-build.ts', import.meta.url))
const REACH_SECONDS = 10
const ASK_EVERY_MS = 20

interface History {
  readonly ticks: number
  readonly bytes: number
  /** Ticks since the last snapshot: these are run again at a start. */
  readonly tailTicks: number
}

/** How long a server takes from its start until /readyz says yes, with a long history behind it and no goodbye before. */
export async function restart(args: readonly string[]): Promise<Verdict> {
  const options = wholeNumbers(args, { megabytes: 1024, starts: 3 })
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-restart-'))
  try {
    const history = await build(join(directory, 'data'), options.megabytes)
    console.error(`  ${history.ticks} ticks, ${history.tailTicks} of them after the last snapshot; killed`)
    const starts: { seconds: number; megabytes: number }[] = []
    for (let i = 0; i < options.starts; i++) starts.push(await timeStart(directory))
    const seconds = starts.map((start) => start.seconds)
    const worst = Math.max(...seconds)
    return {
      summary: `a log of ${Math.round(history.bytes / 1024 / 1024)} MiB (${history.ticks} ticks, ${history.tailTicks} to run again): ready in ${seconds.map((value) => value.toFixed(1)).join(', ')} s`,
      figures: {
        log_bytes: history.bytes,
        ticks: history.ticks,
        tail_ticks: history.tailTicks,
        ready_seconds_p50: quantile(seconds, 0.5),
        ready_seconds_max: worst,
        resident_megabytes: Math.max(...starts.map((start) => start.megabytes)),
        reach_seconds: REACH_SECONDS,
      },
      wrong: worst < REACH_SECONDS ? [] : [`a start took ${worst.toFixed(1)} s, reach ${REACH_SECONDS}`],
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Writes the history in a process of its own and ends that without a goodbye. */
async function build(dataDir: string, megabytes: number): Promise<History> {
  const flags = ['--import', 'tsx', '--conditions=@clawstead/source', BUILDER, dataDir, String(megabytes)]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('close', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    void exited.then((code) => reject(new Error(`writing the history ended with ${String(code)}`)))
  })
  child.kill('SIGKILL')
  await exited
  return JSON.parse(line) as History
}

/** Starts a server, waits until it is ready and kills it, so that the next start finds the same work. */
async function timeStart(directory: string): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort()
  const flags = ['server', '--json', '--log-level', 'warn', '--world', RESTART_WORLD, '--seed', String(RESTART_SEED)]
  const began = performance.now()
  const program = startProgram([...flags, '--port', String(port)], { directory })
  let isOver = false
  void program.exited.then(() => (isOver = true))
  while (!(await isReady(port))) {
    if (isOver) throw new Error(`the server ended: ${program.lastWords()}`)
    await delay(ASK_EVERY_MS)
  }
  const seconds = (performance.now() - began) / 1000
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8').catch(() => '')
  const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  program.kill('SIGKILL')
  await program.exited
  return { seconds, megabytes }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false
  }
}
