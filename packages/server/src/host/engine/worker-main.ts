// The thread of one world. Commands come in, reports go out; the bytes of observations change hands without being copied.
import { parentPort, workerData } from 'node:worker_threads'
import { openEngine } from './engine.js'
import type { EngineCommand, EngineReport, EngineSetup } from './messages.js'

const port = parentPort
if (port === null) throw new Error('this file is the main file of a worker thread')

function report(told: EngineReport): void {
  port?.postMessage(told, told.kind === 'observed' ? [told.batch.bytes.buffer] : [])
  if (told.kind === 'closed' || told.kind === 'not_started') port?.close()
}

try {
  const engine = await openEngine(workerData as EngineSetup, report, { now: () => performance.now() })
  port.on('message', (command: EngineCommand) => engine.handle(command))
} catch (error) {
  report({ kind: 'not_started', reason: error instanceof Error ? error.message : String(error) })
}
