import { type ChildProcess, spawn } from 'node:child_process'
import { COMPLAINT_BYTES_MAX, OUTPUT_BYTES_MAX } from './limits.js'

export type ProcessRequest = {
  /** Program and arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]]
  readonly directory: string
  /** All the process sees of an environment. */
  readonly environment: Readonly<Record<string, string>>
  /** JSON data for standard input. */
  readonly input: unknown
  readonly signal: AbortSignal
}

export type ProcessResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'failed' | 'bad_output'; readonly message: string }

/**
 * Runs a program of a skill's folder: JSON goes in at standard input, JSON comes out at standard output. Whatever it
 * started ends with it, at the latest when the signal fires.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { command, directory, environment, input, signal } = request
  const [program, ...args] = command
  return new Promise((resolve) => {
    // A group of its own, so that all it starts can be ended with it.
    const child = spawn(program, args, { cwd: directory, env: environment, detached: true, windowsHide: true })
    const output: Buffer[] = []
    let outputBytes = 0
    let complaint = ''
    let isTooLong = false
    const end = (): void => endGroup(child)
    const finish = (result: ProcessResult): void => {
      signal.removeEventListener('abort', end)
      end()
      resolve(result)
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    child.on('error', (error) => finish({ ok: false, reason: 'failed', message: `${program}: ${error.message}` }))
    child.stdout.on('data', (part: Buffer) => {
      outputBytes += part.length
      if (outputBytes <= OUTPUT_BYTES_MAX) output.push(part)
      else {
        isTooLong = true
        end()
      }
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString('utf8')).slice(-COMPLAINT_BYTES_MAX)
    })
    // A program that ends without reading its input has broken nothing.
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(input))
    child.on('close', (code, endedBy) => {
      if (isTooLong) {
        finish({ ok: false, reason: 'bad_output', message: `more than ${OUTPUT_BYTES_MAX} bytes of output` })
      } else if (code === 0) finish(parseOutput(Buffer.concat(output).toString('utf8')))
      else {
        const how = code === null ? `ended by ${endedBy ?? 'a signal'}` : `ended with code ${code}`
        finish({ ok: false, reason: 'failed', message: [how, complaint.trim()].filter(Boolean).join(': ') })
      }
    })
  })
}

function parseOutput(text: string): ProcessResult {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, reason: 'bad_output', message: 'its output is not JSON' }
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended already.
  }
}
