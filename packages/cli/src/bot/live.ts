import { ActionError, ActRejectedError, type Agent, ConnectionError } from '@clawstead/client'
import { decide } from './decide.js'
import type { Deed } from './deed.js'
import { canStand } from './ground.js'
import { avoid, createMemory, type Memory } from './memory.js'
import { isBedtime } from './night.js'
import { type Senses, sense } from './senses.js'
import { rememberHeading } from './wander.js'

/** Longest wait for one thing to be done before something else is tried. */
const DEED_MS_MAX = 60_000
const CATALOG_MS_MAX = 10_000
const REST_TICKS = 10

/** What became of a life so far. */
export interface Life {
  readonly deeds: number
  readonly failures: number
  readonly deaths: number
  readonly meals: number
  readonly fromTick: number
  readonly toTick: number
}

export interface LiveOptions {
  readonly agent: Agent
  /** Lives until this fires. */
  readonly signal: AbortSignal
  /** Told before each deed, and why the last one failed if it did. */
  readonly onDeed?: (deed: Deed, senses: Senses, failed: string | undefined) => void
}

/** Sees, decides, acts, again and again. Whatever the world refuses is remembered and left alone for a while. */
export async function live({ agent, signal, onDeed }: LiveOptions): Promise<Life> {
  const { connection } = agent
  const palette = (await connection.waitForCatalog('block_palette', CATALOG_MS_MAX)).data
  const blockNames = Array.isArray(palette) ? palette.map(String) : []
  const worldHeight = connection.welcome?.world_params.height ?? 1
  const first = await agent.observe()
  const memory = createMemory(first.obs.tick, Number(agent.id.replace(/\D/g, '')) || 0)
  const life = { deeds: 0, failures: 0, deaths: 0, meals: 0, fromTick: first.obs.tick, toTick: first.obs.tick }
  const stopCounting = agent.on('RESPAWN', () => {
    life.deaths++
    memory.burrowFromY = undefined
  })
  let failed: string | undefined
  let lastTick = -1
  try {
    while (!signal.aborted) {
      const observation = await agent.observe({ newerThan: lastTick })
      lastTick = observation.obs.tick
      life.toTick = lastTick
      const senses = sense(observation, { blockNames, worldHeight })
      if (senses === undefined) continue
      const deed = decide(senses, memory)
      onDeed?.(deed, senses, failed)
      life.deeds++
      failed = await carryOut(agent, deed, senses, signal)
      remember(memory, deed, senses, failed)
      if (failed !== undefined) life.failures++
      else if (deed.action?.type === 'EAT') life.meals++
      lastTick = Math.max(lastTick, connection.latest?.obs.tick ?? 0)
    }
  } finally {
    stopCounting()
  }
  return life
}

/** Does one thing to its end. Answers why it did not work; failures of the connection pass by themselves. */
async function carryOut(agent: Agent, deed: Deed, senses: Senses, signal: AbortSignal): Promise<string | undefined> {
  try {
    if (senses.runningTaskIds.length > 0) await agent.act({ cancel: senses.runningTaskIds })
    if (deed.action === undefined) await agent.observe({ newerThan: senses.tick + REST_TICKS })
    else if (deed.kind === 'instant') await agent.perform(deed.action)
    else await unlessStopped(agent.run(deed.action, { timeoutMs: DEED_MS_MAX }), signal)
    return undefined
  } catch (error) {
    const isExpected =
      error instanceof ActionError || error instanceof ActRejectedError || error instanceof ConnectionError
    if (!isExpected) throw error
    if (error instanceof ConnectionError && (error.code === 'superseded' || error.code === 'bad_protocol_version'))
      throw error
    return error.message
  }
}

/** A long walk is not waited for when it is time to go. */
async function unlessStopped(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stop: (() => void) | undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([work, stopped])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}

export function remember(memory: Memory, deed: Deed, senses: Senses, failed: string | undefined): void {
  rememberHeading(memory, deed.about, failed !== undefined)
  if (canStand(senses, senses.pos)) memory.lastLand = senses.pos
  if (failed !== undefined) {
    avoid(memory, senses.tick, deed.about)
  }
  if (isBedtime(senses, memory)) {
    if (deed.action?.type === 'MINE') memory.burrowFromY ??= senses.pos[1]
  } else if (memory.burrowFromY !== undefined) {
    if (!senses.isDark) memory.awakeSinceTick = Math.max(memory.awakeSinceTick, senses.tick)
    if (senses.pos[1] >= memory.burrowFromY) memory.burrowFromY = undefined
  }
}
