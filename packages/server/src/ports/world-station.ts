import type { RunnerListener, WorldRunner } from '../host/world-runner.js'
import type { Bus } from './bus.js'
import { type FromWorld, subjectFrom, subjectTo, type ToWorld } from './world-messages.js'

/** Puts a world on the bus: what is sent to it is done, what happens in it is told. Gives the function that takes it off. */
export function stationWorld(bus: Bus, runner: WorldRunner): () => void {
  const { worldId } = runner
  const told = subjectFrom(worldId)
  const tell = (message: FromWorld): void => bus.publish(told, message)
  const listener: RunnerListener = {
    started: (start) => tell({ kind: 'started', start }),
    happened: (events) => tell({ kind: 'happened', events }),
    observed: (frames) => tell({ kind: 'observed', frames }),
    ticked: (tick) => tell({ kind: 'ticked', tick }),
    stalled: (reason) => tell({ kind: 'stalled', reason }),
    failed: (failure) => tell({ kind: 'failed', failure }),
    async keepEvents() {
      const message: FromWorld = { kind: 'keep_events' }
      await bus.request(told, message)
    },
  }
  return bus.subscribe(subjectTo(worldId), (message) => {
    const asked = message as ToWorld
    switch (asked.kind) {
      case 'open':
        return runner.open(listener)
      case 'submit':
        return runner.submit(asked.input)
      case 'watch':
        return runner.watch(asked.watcher)
      case 'unwatch':
        return runner.unwatch(asked.agentId)
      case 'step':
        return runner.step(asked.tick, asked.obsEvery)
      case 'agents':
        return runner.agents()
      case 'map':
        return runner.map(asked.tile)
      case 'close':
        return runner.close()
    }
  })
}
