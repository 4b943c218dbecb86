import type { Connection } from '@clawstead/client'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { swarmTable } from '../swarm/table.js'
import { Tally } from '../swarm/tally.js'
import { startWalker } from '../swarm/walker.js'
import { type Errand, endAfter, runErrand } from './errand.js'

/** So many join at once: a rush of all of them would measure the rush. */
const JOIN_TOGETHER = 25
/** Lets the last ones settle before anything is measured. */
const SETTLE_MS = 3_000
const TABLE_MS = 1_000

/** Joins many agents, measures for a while how they are served, and says so. */
export function runSwarm(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, signal, stdout } = errand
    const tally = new Tally(values.agents)
    const connections: Connection[] = []
    const table = createTable(errand)
    try {
      await joinAll(errand, tally, connections, table.show)
      if (tally.joined === 0) {
        throw new StartError(
          `no agent could join ${values.url}: ${connections[0]?.lastError ?? 'no answer'}. Is a server up there?`,
        )
      }
      await wait(SETTLE_MS, signal)
      const cpuBefore = process.cpuUsage()
      const cpuMs = (): number => {
        const { user, system } = process.cpuUsage(cpuBefore)
        return (user + system) / 1000
      }
      tally.begin(performance.now())
      const timer = setInterval(() => table.show(swarmTable(tally.result(performance.now(), cpuMs()))), TABLE_MS)
      await wait(values.seconds * 1000, signal)
      clearInterval(timer)
      const result = tally.result(performance.now(), cpuMs())
      table.end()
      stdout.write(values.json ? `${JSON.stringify(result)}\n` : `${swarmTable(result).join('\n')}\n`)
      return EXIT.ok
    } finally {
      await Promise.all(connections.map((connection) => connection.close()))
    }
  })
}

async function joinAll(
  { values, signal }: Errand,
  tally: Tally,
  connections: Connection[],
  show: (lines: readonly string[]) => void,
): Promise<void> {
  const { url, name, agents, 'act-every': actEvery, spread: spreadBlocks } = values
  for (let first = 0; first < agents && !signal.aborted; first += JOIN_TOGETHER) {
    const together = Math.min(JOIN_TOGETHER, agents - first)
    const joined = await Promise.all(
      Array.from({ length: together }, (_, i) => {
        const index = first + i
        return startWalker({
          url,
          name: `${name}${index}`,
          index,
          actEvery,
          spreadBlocks,
          tally,
          now: () => performance.now(),
        })
      }),
    )
    connections.push(...joined)
    show([`  joining       ${tally.joined} of ${agents}`])
    // With nobody there, thousands of attempts would only take long.
    if (tally.joined === 0) return
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  const end = endAfter(milliseconds, signal)
  if (!end.signal.aborted)
    await new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve(), { once: true }))
  end.clear()
}

/** Lines that are written over each other on a terminal; elsewhere only the end is told. */
function createTable({ stdout, values }: Errand): { show(lines: readonly string[]): void; end(): void } {
  const isLive = stdout.isTTY === true && !values.json
  let shown = 0
  const clear = (): void => {
    if (shown > 0) stdout.write(`\u001b[${shown}A\u001b[0J`)
    shown = 0
  }
  return {
    show(lines) {
      if (!isLive) return
      clear()
      stdout.write(`${lines.join('\n')}\n`)
      shown = lines.length
    },
    end: clear,
  }
}
