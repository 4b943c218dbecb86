import { resolve } from 'node:path'
import { SidecarConfigError, StateFileError, startStdioSidecar } from '@clawstead/sidecar'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { createLog } from '../output/log.js'
import { listenForStop } from './signals.js'

/**
 * The sidecar as a child of its one client. Standard output carries the protocol and nothing else, so there is no progress to
 * show; it ends when the client closes its end, or when asked to.
 */
export async function runSidecarStdio({ settings, surroundings, process: control }: Invocation): Promise<number> {
  const { values } = settings
  const log = createLog({ surroundings, level: values['log-level'], isJson: values.json, secrets: [] })
  for (const note of settings.notes) log[note.level]({}, note.text)
  const stateFile = values['state-file']
  const wakeWebhooks = values['wake-webhooks']
  const sidecar = await startStdioSidecar({
    input: process.stdin,
    output: process.stdout,
    agentId: values['agent-id'],
    worldWsUrl: values['world-ws-url'],
    maxSessions: 1,
    log,
    ...(stateFile === '' ? {} : { stateFile: resolve(surroundings.directory, stateFile) }),
    ...(wakeWebhooks === undefined ? {} : { wakeWebhooks }),
  }).catch((error: unknown) => {
    if (!(error instanceof SidecarConfigError || error instanceof StateFileError)) throw error
    throw new StartError(error.message, { cause: error })
  })
  let stopListening = (): void => undefined
  const stopped = new Promise<void>((resolve) => {
    stopListening = listenForStop(control, () => resolve())
  })
  await Promise.race([sidecar.ended, stopped])
  stopListening()
  await sidecar.close()
  return EXIT.ok
}
