import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PartOptions } from './host.js'

const HOST = fileURLToPath(new URL('host.ts', import.meta.url))

interface Usage {
  readonly rssBytes: number
  /** Of all its threads since it started. */
  readonly cpuMicroseconds: number
}

/** A part of the bench in a process of its own, from the build as users run it. */
export interface RunningPart {
  readonly url: string
  readonly port: number
  usage(): Promise<Usage>
  close(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

export async function startPart(options: PartOptions): Promise<RunningPart> {
  const args = ['--import', 'tsx', ...profiling(options.part), HOST, JSON.stringify(options)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { url, port } = await answerOf<{ url: string; port: number }>(child)
  const ended = once(child, 'exit')
  return {
    url,
    port,
    async usage() {
      child.send('usage')
      const { rss, cpu } = await answerOf<{ rss: number; cpu: NodeJS.CpuUsage }>(child)
      return { rssBytes: rss, cpuMicroseconds: cpu.user + cpu.system }
    },
    async close() {
      child.send('close')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** BENCH_PROFILE=sidecar leaves a CPU profile of that part in the working folder. */
function profiling(part: string): string[] {
  return process.env['BENCH_PROFILE'] === part ? ['--cpu-prof'] : []
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a part of the bench ended early')
    }),
  ])) as [Answer]
  return answer
}
