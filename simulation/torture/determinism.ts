import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mixedRun } from '../mixed-run.js'

const OPTIONS = {
  agents: { type: 'string', default: '500' },
  ticks: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '2041' },
  'evict-permille': { type: 'string', default: '1' },
  'evict-seed': { type: 'string', default: '1' },
  node: { type: 'string' },
  'fetch-node': { type: 'string' },
  /** Runs once in this process and prints the digest alone, for the other Nodes. */
  once: { type: 'boolean', default: false },
} as const

const PROGRESS_EVERY_TICKS = 1000

type Values = ReturnType<typeof readOptions>

/** A long run of a crowd twice, with different columns dropped, and on another Node if one is given: one digest. */
export async function determinism(args: readonly string[]): Promise<void> {
  const values = readOptions(args)
  if (values.once) once(values, whole(values, 'evict-seed'))
  else await compare(values)
}

function readOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values
}

function whole(values: Values, name: 'agents' | 'ticks' | 'seed' | 'evict-permille' | 'evict-seed'): number {
  const number = Number(values[name])
  if (!Number.isSafeInteger(number) || number < 0) {
    console.error(`--${name} must be a whole number, not ${values[name]}`)
    process.exit(2)
  }
  return number
}

function once(values: Values, evictSeed: number): string {
  const began = process.cpuUsage()
  const { digest, counts } = mixedRun({
    seed: whole(values, 'seed'),
    agents: whole(values, 'agents'),
    ticks: whole(values, 'ticks'),
    evictPermille: whole(values, 'evict-permille'),
    evictSeed,
    onTick(tick, now) {
      if (tick % PROGRESS_EVERY_TICKS === 0) console.error(`  tick ${tick}  ${now}`)
    },
  })
  const { user, system } = process.cpuUsage(began)
  console.error(
    `  ${[...counts.values()].reduce((sum, count) => sum + count, 0)} happenings on Node ${process.version}, ${Math.round((user + system) / 1e6)} s of processor time`,
  )
  console.log(digest)
  return digest
}

async function compare(values: Values): Promise<void> {
  const digests = new Map<string, string>()
  for (const [name, evictSeed] of [
    ['first', 1],
    ['second, other columns dropped', 2],
  ] as const) {
    console.error(`Node ${process.version}, ${name} run`)
    digests.set(`${process.version} ${name}`, once(values, evictSeed))
  }
  const other = otherNode(values)
  if (other === undefined)
    console.error('no other Node given (--node BIN or --fetch-node VERSION): not compared across versions')
  else digests.set(other.join(' '), await onOtherNode(values, other))
  const isEqual = new Set(digests.values()).size === 1
  for (const [name, digest] of digests) console.log(`${digest}  ${name}`)
  console.log(isEqual ? 'equal' : 'DIFFERENT')
  if (!isEqual) process.exitCode = 1
}

/** The command that starts the other Node, if one was asked for. */
function otherNode(values: Values): [string, ...string[]] | undefined {
  const binary = values.node ?? process.env['TORTURE_NODE']
  if (binary !== undefined && binary !== '') return [binary]
  const version = values['fetch-node']
  return version === undefined ? undefined : ['npx', '-y', `node@${version}`]
}

function onOtherNode(values: Values, [command, ...before]: [string, ...string[]]): Promise<string> {
  console.error(`${[command, ...before].join(' ')}, third run`)
  const size = (['agents', 'ticks', 'seed', 'evict-permille'] as const).flatMap((name) => [`--${name}`, values[name]])
  const script = [fileURLToPath(new URL('../torture.ts', import.meta.url)), '--once', '--evict-seed', '3', ...size]
  const child = spawn(command, [...before, '--import', 'tsx', '--conditions=@clawstead/source', ...script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(text.trim()) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}
