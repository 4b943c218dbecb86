import { setTimeout as delay } from 'node:timers/promises'
import { createNodeFileSystem, readLog } from '@clawstead/server'
import type { StubbornAgent } from './stubborn-agent.js'

/** How often it is asked what is shown: several times per tick. */
const ASK_EVERY_MS = 30

interface Shown {
  readonly tick: number
  readonly digest: string
}

/** What a server showed over all its lives, and whether its log still says so. */
export class ShownTicks {
  /** How many shown ticks were found in the log. */
  checkedTicks = 0
  lastTick = -1
  private readonly digestByTick = new Map<number, string>()
  /** How often the log has each act, by agent and act id. */
  private readonly takenByAct = new Map<string, number>()
  private readonly checkedByAgent = new Map<string, number>()
  /** Acknowledged acts that were not in the log yet: at a stop some may wait in the inbox for the first tick of the next life. */
  private owed: string[] = []
  private auditedTick = -1

  constructor(
    private readonly url: string,
    private readonly logDirectory: string,
  ) {}

  /** Asks what is shown for so long. Ends with the last answer, so that a kill can follow it closely. */
  async watchFor(milliseconds: number): Promise<void> {
    const untilMs = performance.now() + milliseconds
    for (;;) {
      await this.note()
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0) return
      await delay(Math.min(ASK_EVERY_MS, leftMs))
    }
  }

  /** The server is back: it must be where it was or further, with the same digest if nothing has passed since. */
  async compareAfterStart(kills: number): Promise<string[]> {
    const before = this.lastTick
    const known = this.digestByTick.get(before)
    const { tick, digest } = await this.ask()
    if (tick < before) return [`kill ${kills}: tick ${before} was shown, the server came back at ${tick}`]
    if (tick === before && digest !== known)
      return [`kill ${kills}: tick ${tick} was shown as ${known} and came back as ${digest}`]
    this.keep({ tick, digest })
    return []
  }

  /**
   * Reads the log of a server that stopped: every shown tick with its digest, every acknowledged act once. What was
   * acknowledged in its last moments is due by the next audit, and at the last one at once.
   */
  async audit(agents: readonly StubbornAgent[], isLast: boolean): Promise<string[]> {
    const wrong: string[] = []
    const records = readLog({
      fileSystem: createNodeFileSystem(),
      directory: this.logDirectory,
      fromTick: this.auditedTick + 1,
    })
    for await (const { tick, digest, inputs } of records) {
      const shown = this.digestByTick.get(tick)
      if (shown !== undefined) {
        if (shown !== digest) wrong.push(`tick ${tick} was shown as ${shown}, the log has ${digest}`)
        this.digestByTick.delete(tick)
        this.checkedTicks++
      }
      for (const input of inputs) {
        if (input.kind !== 'act') continue
        const key = `${input.agentId} ${input.act.act_id}`
        const count = (this.takenByAct.get(key) ?? 0) + 1
        this.takenByAct.set(key, count)
        if (count > 1) wrong.push(`${key} is in the log ${count} times`)
      }
      this.auditedTick = tick
    }
    for (const tick of this.digestByTick.keys()) wrong.push(`tick ${tick} was shown and is not in the log`)
    this.digestByTick.clear()
    const fresh = agents.flatMap(({ id, name, acknowledged }) => {
      const from = this.checkedByAgent.get(name) ?? 0
      this.checkedByAgent.set(name, acknowledged.length)
      return acknowledged.slice(from).map((actId) => `${id} ${actId}`)
    })
    const due = isLast ? [...this.owed, ...fresh] : this.owed
    const isMissing = (key: string): boolean => !this.takenByAct.has(key)
    for (const key of due.filter(isMissing)) wrong.push(`${key} was acknowledged and is not in the log`)
    this.owed = isLast ? [] : fresh.filter(isMissing)
    return wrong
  }

  private async note(): Promise<void> {
    this.keep(await this.ask())
  }

  private keep({ tick, digest }: Shown): void {
    if (tick < 0) return
    this.lastTick = Math.max(this.lastTick, tick)
    this.digestByTick.set(tick, digest)
  }

  private async ask(): Promise<Shown> {
    const response = await fetch(`${this.url}/v1/status`)
    const { worlds } = (await response.json()) as { worlds: Shown[] }
    const [world] = worlds
    if (world === undefined) throw new Error('the server names no world')
    return world
  }
}
