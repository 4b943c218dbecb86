// npm run bench            all workloads
// npm run bench -- NAME…   some of them; the other rows of bench/results.json stay
// npm run bench -- --list  their names
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BenchRow } from './bench.js'
import { BENCHES } from './index.js'

const RESULTS_FILE = fileURLToPath(new URL('results.json', import.meta.url))

const names = process.argv.slice(2)
const unknown = names.filter((name) => name !== '--list' && !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; known: ${BENCHES.map((bench) => bench.name).join(', ')}`)
  process.exitCode = 2
} else if (names.includes('--list')) {
  for (const bench of BENCHES) console.log(bench.name)
} else {
  await runAll(names)
}

async function runAll(chosen: readonly string[]): Promise<void> {
  const rows: BenchRow[] = []
  for (const bench of BENCHES) {
    if (chosen.length > 0 && !chosen.includes(bench.name)) continue
    console.error(`running ${bench.name} ...`)
    rows.push(...(await bench.run()))
  }
  printTable(rows)
  const kept = chosen.length === 0 ? [] : await earlierRows()
  const fresh = new Set(rows.map((row) => row.name))
  const all = [...kept.filter((row) => !fresh.has(row.name)), ...rows]
  await writeFile(RESULTS_FILE, `[\n${all.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)
}

async function earlierRows(): Promise<BenchRow[]> {
  try {
    return JSON.parse(await readFile(RESULTS_FILE, 'utf8')) as BenchRow[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function printTable(rows: readonly BenchRow[]): void {
  const columns = ['name', 'unit', 'value', 'p50', 'p99', 'p999', 'reach', 'ok', 'ratio', 'partner', 'note'] as const
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined))
  const lines = [
    used.map(String),
    ...rows.map((row) => used.map((column) => (row[column] === undefined ? '' : String(row[column])))),
  ]
  const widths = used.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  for (const line of lines)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
