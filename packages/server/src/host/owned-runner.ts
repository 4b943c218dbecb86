import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { Logger } from '../log.js'
import type { Lease, Ownership } from '../ports/ownership.js'
import { type HostClock, scheduleEvery } from './clock.js'
import { WorldStartError } from './supervised-runner.js'
import type { AgentSummary, MapPart, MapTile, RunnerListener, Watcher, WorldRunner } from './world-runner.js'

const LEASE_MS = 15_000
/** A lease is renewed this often, so that two attempts may fail before it runs out. */
const RENEW_MS = LEASE_MS / 3

export interface OwnedRunnerOptions {
  readonly runner: WorldRunner
  readonly ownership: Ownership
  /** Names this process to those who want the same world. */
  readonly holder: string
  readonly clock: HostClock
  readonly log: Logger
}

/**
 * Runs a world only while this process owns it: the lease is taken before the world is brought up and let go after it has
 * saved itself. A process that lost its lease stops the world at once, because somebody else may be writing it by now.
 */
export class OwnedRunner implements WorldRunner {
  private lease: Lease | undefined
  private listener: RunnerListener | undefined
  private cancelRenewal: () => void = () => {}
  private isRenewing = false
  private lastTick = -1

  constructor(private readonly options: OwnedRunnerOptions) {}

  get worldId(): string {
    return this.options.runner.worldId
  }

  get waiting(): number {
    return this.options.runner.waiting
  }

  async open(listener: RunnerListener): Promise<void> {
    const { runner, ownership, holder } = this.options
    this.listener = listener
    this.lease = await ownership.acquire(`world/${this.worldId}`, holder, LEASE_MS)
    if (this.lease === undefined) {
      const other = await ownership.holderOf(`world/${this.worldId}`)
      throw new WorldStartError(`world ${this.worldId} cannot start: ${other?.holder ?? 'somebody else'} runs it`)
    }
    this.cancelRenewal = scheduleEvery(this.options.clock, RENEW_MS, () => void this.renew())
    try {
      await runner.open(listener)
    } catch (error) {
      await this.letGo()
      throw error
    }
  }

  submit(input: Input): Promise<number> {
    return this.options.runner.submit(input)
  }

  watch(watcher: Watcher): void {
    this.options.runner.watch(watcher)
  }

  unwatch(agentId: AgentId): void {
    this.options.runner.unwatch(agentId)
  }

  step(tick: number, obsEvery: number): void {
    this.lastTick = tick
    if (this.lease !== undefined) this.options.runner.step(tick, obsEvery)
  }

  agents(): Promise<readonly AgentSummary[]> {
    return this.options.runner.agents()
  }

  map(tile: MapTile): Promise<MapPart | undefined> {
    return this.options.runner.map(tile)
  }

  async close(): Promise<void> {
    await this.options.runner.close()
    await this.letGo()
  }

  private async renew(): Promise<void> {
    const { ownership, log } = this.options
    const { lease } = this
    if (lease === undefined || this.isRenewing) return
    this.isRenewing = true
    try {
      if (!(await ownership.renew(lease)) && !(await this.regain(lease))) await this.lose()
    } catch (error) {
      log.warn({ worldId: this.worldId, err: error }, 'the lease on a world could not be renewed; it is tried again')
    } finally {
      this.isRenewing = false
    }
  }

  /** A process that was held up longer than its lease may go on if nobody had the world meanwhile: the tokens tell. */
  private async regain({ thing, holder, token }: Lease): Promise<boolean> {
    const { ownership } = this.options
    const fresh = await ownership.acquire(thing, holder, LEASE_MS)
    if (fresh === undefined) return false
    if (fresh.token === token + 1 && this.lease !== undefined) {
      this.lease = fresh
      return true
    }
    await ownership.release(fresh)
    return false
  }

  private async lose(): Promise<void> {
    const { runner, log } = this.options
    this.lease = undefined
    this.cancelRenewal()
    log.error({ worldId: this.worldId }, 'this process no longer owns a world, so it stops running it')
    this.listener?.failed({
      message: 'this process no longer owns the world',
      tick: this.lastTick + 1,
      isComingBack: false,
    })
    await runner.close()
  }

  private async letGo(): Promise<void> {
    this.cancelRenewal()
    const { lease } = this
    this.lease = undefined
    if (lease !== undefined) await this.options.ownership.release(lease)
  }
}
