import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createNodeFileSystem } from './files/node-file-system.js'
import { collect, SAMPLE_IDENTITY, sampleRecord } from './testing/sample-records.js'
import { openWorldStore } from './world-store.js'

const PROGRAM = fileURLToPath(new URL('testing/write-until-killed.ts', import.meta.url))
const KILLS = 3

/** Lets a process write until it has shown so many more ticks, and kills it in the middle of the next ones. */
async function killAfter(directory: string, ticks: number): Promise<{ shown: number; put: number[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@clawstead/source', PROGRAM, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const promised = { shown: -1, put: [] as number[] }
  let left = ticks
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, number] = line.split(' ')
    if (what === 'put') promised.put.push(Number(number))
    else promised.shown = Number(number)
    if (what === 'shown' && --left === 0) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return promised
}

test('[LOG10] [IN2] killed on a real disk, again and again: what it said is true', { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-killed-'))
  const put: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const promised = await killAfter(directory, 20 + kill * 7)
    put.push(...promised.put)
    const store = await openWorldStore({ directory, identity: SAMPLE_IDENTITY, fileSystem: createNodeFileSystem() })
    expect(store.log.durableTick).toBeGreaterThanOrEqual(promised.shown)
    const records = await collect(store.log.readFrom(0))
    expect(records).toEqual(records.map(({ inbox }, tick) => sampleRecord(tick, inbox)))
    const delivered = [...records.flatMap(({ inbox }) => inbox), ...store.inbox.pending.map(({ sequence }) => sequence)]
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(put.filter((sequence) => !delivered.includes(sequence))).toEqual([])
    await store.close()
  }
  await rm(directory, { recursive: true })
})
