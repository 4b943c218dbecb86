import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { AgentSummary, MapPart, MapTile, RunnerListener, Watcher, WorldRunner } from '../host/world-runner.js'
import type { Bus } from './bus.js'
import { type FromWorld, subjectFrom, subjectTo, type ToWorld } from './world-messages.js'

/** A world at the other end of a bus. Hosts, gateways and travel speak to worlds through this and nothing else. */
export class BusRunner implements WorldRunner {
  private submitted = 0
  private stopListening: () => void = () => {}

  constructor(
    private readonly bus: Bus,
    readonly worldId: string,
  ) {}

  get waiting(): number {
    return this.submitted
  }

  async open(listener: RunnerListener): Promise<void> {
    this.stopListening = this.bus.subscribe(subjectFrom(this.worldId), (message) =>
      hear(listener, message as FromWorld),
    )
    await this.ask({ kind: 'open' })
  }

  submit(input: Input): Promise<number> {
    this.submitted++
    return this.ask({ kind: 'submit', input }) as Promise<number>
  }

  watch(watcher: Watcher): void {
    this.order({ kind: 'watch', watcher })
  }

  unwatch(agentId: AgentId): void {
    this.order({ kind: 'unwatch', agentId })
  }

  step(tick: number, obsEvery: number): void {
    this.order({ kind: 'step', tick, obsEvery })
    this.submitted = 0
  }

  agents(): Promise<readonly AgentSummary[]> {
    return this.ask({ kind: 'agents' }) as Promise<readonly AgentSummary[]>
  }

  map(tile: MapTile): Promise<MapPart | undefined> {
    return this.ask({ kind: 'map', tile }) as Promise<MapPart | undefined>
  }

  async close(): Promise<void> {
    await this.ask({ kind: 'close' })
    this.stopListening()
  }

  private order(message: ToWorld): void {
    this.bus.publish(subjectTo(this.worldId), message)
  }

  private ask(message: ToWorld): Promise<unknown> {
    return this.bus.request(subjectTo(this.worldId), message)
  }
}

/** Only the wish to have events kept has an answer. */
function hear(listener: RunnerListener, message: FromWorld): Promise<void> | undefined {
  if (message.kind === 'keep_events') return listener.keepEvents()
  tell(listener, message)
  return undefined
}

function tell(listener: RunnerListener, message: Exclude<FromWorld, { kind: 'keep_events' }>): void {
  switch (message.kind) {
    case 'started':
      return listener.started(message.start)
    case 'happened':
      return listener.happened(message.events)
    case 'observed':
      return listener.observed(message.frames)
    case 'ticked':
      return listener.ticked(message.tick)
    case 'stalled':
      return listener.stalled(message.reason)
    case 'failed':
      return listener.failed(message.failure)
  }
}
