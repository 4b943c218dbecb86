import { type Engine, type EngineMachine, openEngine } from './engine.js'
import type { EngineLink, OpenLink } from './link.js'
import type { EngineReport } from './messages.js'

/** Runs the engine in this thread. */
export function createLocalLink(machine: EngineMachine): OpenLink {
  return (setup, listener): EngineLink => {
    let engine: Engine | undefined
    let isCut = false
    const early: EngineReport[] = []
    const tell = (told: EngineReport): void => {
      if (!isCut) listener.report(told)
    }
    // Whoever is told that a world started may ask something of it at once.
    const report = (told: EngineReport): void => {
      if (engine === undefined) early.push(told)
      else tell(told)
    }
    const open = async (): Promise<void> => {
      try {
        engine = await openEngine(setup, report, machine)
        early.forEach(tell)
      } catch (error) {
        early.forEach(tell)
        tell({ kind: 'not_started', reason: error instanceof Error ? error.message : String(error) })
      }
    }
    void open()
    return {
      post: (command) => engine?.handle(command),
      async cut() {
        isCut = true
      },
    }
  }
}
