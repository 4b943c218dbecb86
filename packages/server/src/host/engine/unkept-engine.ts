import { createWorld, type Input, worldParams } from '@clawstead/world'
import { configOf } from './configure.js'
import type { Engine, EngineMachine } from './engine.js'
import { failureOf } from './failure.js'
import type { EngineCommand, EngineReport, EngineSetup } from './messages.js'
import { createSpending } from './spending.js'
import { eventTexts, tickNews, WorldCore } from './world-core.js'

/** A world that nothing is kept of. Every command is carried out before the call returns. */
export function createUnkeptEngine(
  setup: EngineSetup,
  report: (report: EngineReport) => void,
  { now }: EngineMachine,
): Engine {
  const core = new WorldCore(createWorld(configOf(setup, undefined)))
  let isBroken = false

  function run(inputs: readonly Input[], obsEvery: number): void {
    const spending = createSpending(now)
    const result = core.run(inputs, spending.mark)
    const batch = core.observe(core.due(obsEvery), obsEvery)
    spending.mark('observe')
    const { tick, digest } = result
    const { totalMs: durationMs, spentMs } = spending
    const events = eventTexts(result)
    if (events.length > 0) report({ kind: 'events', events })
    if (batch.frames.length > 0) report({ kind: 'observed', batch })
    report({
      kind: 'ticked',
      tick: {
        tick,
        digest,
        inputs: inputs.length,
        durationMs,
        spentMs,
        logMs: 0,
        behindTicks: 0,
        ...tickNews(result, core.world),
      },
    })
  }

  function step(tick: number, obsEvery: number, inputs: readonly Input[]): void {
    try {
      while (core.nextTick < tick) run([], obsEvery)
      run(inputs, obsEvery)
    } catch (error) {
      isBroken = true
      const { nextTick, digest } = core
      report({
        kind: 'failed',
        failure: failureOf(error, { tick: nextTick, inputs, runDigest: digest, keptDigest: '' }),
      })
    }
  }

  report({
    kind: 'started',
    start: {
      params: worldParams(core.world),
      nextTick: 0,
      digest: core.digest,
      agents: [],
      acts: [],
      travel: core.travelStart(),
    },
  })
  return {
    handle(command: EngineCommand) {
      switch (command.kind) {
        case 'watch':
          core.watch(command.watcher)
          break
        case 'unwatch':
          core.unwatch(command.agentId)
          break
        case 'step':
          if (!isBroken) {
            const { tick, obsEvery, inputs } = command
            step(
              tick,
              obsEvery,
              inputs.map(({ input }) => input),
            )
          }
          break
        case 'agents':
          report({ kind: 'agents', number: command.number, agents: core.agents() })
          break
        case 'map':
          void core.surface.read(command.tile).then((part) => report({ kind: 'map', number: command.number, part }))
          break
        case 'events_kept':
          break
        case 'close':
          report({ kind: 'closed' })
      }
    },
  }
}
