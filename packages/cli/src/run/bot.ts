import { ConnectionError, join } from '@clawstead/client'
import type { Deed } from '../bot/deed.js'
import { type Life, live } from '../bot/live.js'
import type { Senses } from '../bot/senses.js'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, endAfter, runErrand } from './errand.js'

const MINUTE_MS = 60_000

/** Joins one agent and lets it live for a while. */
export function runBot(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, signal, log } = errand
    const agent = await joinWorld(values.url, values.name)
    const end = endAfter(values.minutes * MINUTE_MS, signal)
    const { obs } = await agent.observe()
    say(errand, `${agent.id} "${values.name}" is in ${obs.world_id} at ${obs.self.pos.join(',')}`)
    try {
      const life = await live({ agent, signal: end.signal, onDeed: teller(errand) })
      report(errand, agent.id, life, agent.connection.latest?.obs.self.hp ?? 0)
      return EXIT.ok
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      throw new StartError(`the bot lost its world: ${error.message}`, { cause: error })
    } finally {
      end.clear()
      log.debug({ agentId: agent.id }, 'the bot leaves')
      await agent.close()
    }
  })
}

async function joinWorld(url: string, name: string) {
  try {
    return await join(url, { name })
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    throw new StartError(`${error.message}. Is a server up there? Start one with: clawstead up`, { cause: error })
  }
}

/** One line whenever what it is about changes. */
function teller(errand: Errand): (deed: Deed, senses: Senses, failed: string | undefined) => void {
  let lastWhy = ''
  return ({ why }, { tick, pos, hp, hunger }, failed) => {
    if (failed !== undefined) errand.log.debug({ tick, failed }, 'that did not work')
    if (why === lastWhy) return
    lastWhy = why
    say(
      errand,
      `tick ${tick}  ${pos.join(',').padEnd(14)} hp ${String(hp).padStart(2)}  hunger ${String(hunger).padStart(2)}  ${why}`,
    )
  }
}

function say({ values, stdout }: Errand, line: string): void {
  if (!values.json) stdout.write(`${line}\n`)
}

function report({ values, stdout }: Errand, agentId: string, life: Life, hp: number): void {
  const { deeds, failures, deaths, meals, fromTick, toTick } = life
  if (values.json) {
    const result = { agent_id: agentId, ticks: toTick - fromTick, deeds, failures, deaths, meals, hp }
    stdout.write(`${JSON.stringify(result)}\n`)
    return
  }
  const times = (count: number): string => `${count} ${count === 1 ? 'time' : 'times'}`
  stdout.write(
    `${agentId} lived ${toTick - fromTick} ticks: ${deeds} things done, ${failures} of them in vain, ate ${times(meals)}, died ${times(deaths)}.\n`,
  )
}
