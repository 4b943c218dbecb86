import type { FileSystem } from '../../store/index.js'
import { openKeptEngine } from './kept-engine.js'
import type { EngineCommand, EngineReport, EngineSetup } from './messages.js'
import { createUnkeptEngine } from './unkept-engine.js'

/** A world that does as it is told and tells what happened. It lives in whichever thread made it. */
export interface Engine {
  handle(command: EngineCommand): void
}

/** What an engine is given of the machine it runs on. */
export interface EngineMachine {
  now(): number
  /** The disk; the real one unless given. */
  readonly fileSystem?: FileSystem
}

/** Brings a world up. Its first report is `started`; a world that cannot be brought up throws. */
export async function openEngine(
  setup: EngineSetup,
  report: (report: EngineReport) => void,
  machine: EngineMachine,
): Promise<Engine> {
  const { directory } = setup
  return directory === undefined
    ? createUnkeptEngine(setup, report, machine)
    : openKeptEngine({ ...setup, directory }, report, machine)
}
