import { createServer } from 'node:net'
import { join as joinPath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Agent, join } from '@clawstead/client'
import { createNodeFileSystem, readLog } from '@clawstead/server'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Program, requireBuild, startProgram, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

/** Few enough for every run; more on demand. */
const KILLS = Number(process.env['CLAWSTEAD_KILLS'] ?? 20)
const AGENTS = 4
const LIFE_MS_MAX = 1_500
const SEED = Number(process.env['CLAWSTEAD_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Chance outside the world, from a seed that is in the test's name. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** A port that every start can have: clients come back to the address they know. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

interface Shown {
  readonly tick: number
  readonly digest: string
}

/** Saves one fact after the other, one per observation, and notes the acts that were acknowledged by what they saved. */
async function live(agent: Agent, acknowledged: Map<string, string>, signal: AbortSignal): Promise<void> {
  for (let number = 1; !signal.aborted; number++) {
    const key = `fact-${number}`
    const instant = { id: key, type: 'SAVE_MEMORY', key, value: `${agent.id} ${number}` }
    const receipt = await agent.act({ instants: [instant] }, { timeoutMs: 60_000 }).catch(() => undefined)
    if (receipt?.ack?.accepted === true) acknowledged.set(key, receipt.actId)
    await agent.observe({ newerThan: receipt?.tick ?? -1, timeoutMs: 60_000 }).catch(() => undefined)
  }
}

test(`[KILL1] killed ${KILLS} times at any moment (seed ${SEED}): what was shown is there, what was acknowledged is there once`, {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const random = chance(SEED)
  const directory = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async (): Promise<Program> => {
    const program = startProgram(['server', '--json', '--port', String(port), '--flat', '--world', 'world_1'], {
      directory,
    })
    await program.waitFor('stdout', /"ready":true/)
    return program
  }
  const lastShown = async (): Promise<Shown> => {
    const status = (await (await fetch(`${url}/v1/status`)).json()) as { worlds: (Shown & object)[] }
    const { tick, digest } = status.worlds[0] as Shown
    return { tick, digest }
  }

  let program = await start()
  const stop = new AbortController()
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, i) => join(`ws://127.0.0.1:${port}/v1/ws`, { name: `a${i}` })),
  )
  const changes: unknown[] = []
  for (const agent of agents) agent.connection.on('identity', (change) => changes.push(change))
  const ids = agents.map(({ id }) => id)
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(agents.map((agent) => agent.close()))
  })
  const acknowledged = agents.map(() => new Map<string, string>())
  const lives = agents.map((agent, i) => live(agent, acknowledged[i] as Map<string, string>, stop.signal))

  const shown: Shown[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(random() * LIFE_MS_MAX)
    shown.push(await lastShown())
    program.kill('SIGKILL')
    await program.exited
    program = await start()
    shown.push(await lastShown())
  }
  // Everybody gets one more act through, so that all of them are back.
  const counts = acknowledged.map(({ size }) => size)
  while (acknowledged.some(({ size }, i) => size <= (counts[i] as number))) await delay(50)
  stop.abort()
  await Promise.all(lives)

  expect(changes).toEqual([])
  expect(agents.map(({ id }) => id)).toEqual(ids)
  for (const [i, agent] of agents.entries()) {
    const facts = acknowledged[i] as Map<string, string>
    const answers = await answersOf(agent)
    expect([...facts.keys()].map((key) => [key, answers.get(key)])).toEqual([...facts.keys()].map((key) => [key, 1]))
  }

  shown.push(await lastShown())
  program.kill('SIGTERM')
  expect(await program.exited).toEqual({ code: 0, signal: null })
  const log = joinPath(directory, 'data', 'worlds', 'world_1', 'log')
  const digestByTick = new Map<number, string>()
  const taken = new Map<string, number>()
  for await (const { tick, digest, inputs } of readLog({
    fileSystem: createNodeFileSystem(),
    directory: log,
    fromTick: 0,
  })) {
    digestByTick.set(tick, digest)
    for (const input of inputs) {
      if (input.kind !== 'act') continue
      const key = `${input.agentId} ${input.act.act_id}`
      taken.set(key, (taken.get(key) ?? 0) + 1)
    }
  }
  expect(shown.map(({ tick }) => ({ tick, digest: digestByTick.get(tick) }))).toEqual(shown)
  const owed = acknowledged.flatMap((facts, i) => [...facts.values()].map((actId) => `${ids[i]} ${actId}`))
  expect(owed.map((key) => [key, taken.get(key)])).toEqual(owed.map((key) => [key, 1]))
})

/** How often each act was answered, by the events of the agent from the beginning. */
async function answersOf(agent: Agent): Promise<Map<string, number>> {
  const countByRef = new Map<string, number>()
  for (let since = 0; ; ) {
    const page = await agent.connection.events({ since, limit: 1000 })
    expect(page.source).toBe('server')
    for (const { event } of page.events) {
      if (event.type !== 'ACTION_RESULT') continue
      const { ref, ok } = event as { ref: string; ok: boolean }
      if (ok) countByRef.set(ref, (countByRef.get(ref) ?? 0) + 1)
    }
    if (page.events.length === 0) return countByRef
    since = page.nextCursor
  }
}
