import type { EngineCommand, EngineReport, EngineSetup } from './messages.js'

/** What a link tells of the engine at its other end. */
export interface LinkListener {
  report(report: EngineReport): void
  /** The engine is gone without having said goodbye. */
  lost(error: Error): void
}

/** A way to an engine, in this thread or in another. */
export interface EngineLink {
  post(command: EngineCommand): void
  /** Ends the engine wherever it stands. Nothing is told afterwards. */
  cut(): Promise<void>
}

export type OpenLink = (setup: EngineSetup, listener: LinkListener) => EngineLink
