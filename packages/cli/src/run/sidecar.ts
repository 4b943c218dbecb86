import type { Invocation } from '../command.js'
import { joinLine } from './join-line.js'
import { waitReady } from './ready.js'
import { startSidecarPart } from './sidecar-part.js'
import { runStage } from './stage.js'

/** The world may come up later than the sidecar, however late that is. */
const NO_DEADLINE_MS = Number.POSITIVE_INFINITY

export function runSidecar(invocation: Invocation): Promise<number> {
  return runStage('sidecar', invocation, async (stage) => {
    const { values, log, progress, session } = stage
    const worldWsUrl = values['world-ws-url']
    const { sidecar, url, mcpUrl } = await progress.step(
      'sidecar',
      () => startSidecarPart(stage, worldWsUrl),
      (part) => part.mcpUrl,
    )
    await progress.step(
      'world',
      () =>
        waitReady(url, {
          what: 'sidecar',
          signal: session.signal,
          deadlineMs: NO_DEADLINE_MS,
          onWaiting: (why) => log.warn({ world: worldWsUrl }, `waiting for the world: ${why}`),
        }),
      () => worldWsUrl,
    )
    const facts = { mcp_url: mcpUrl, mcp_port: sidecar.port, world_ws_url: worldWsUrl }
    stage.announce(facts, [
      '',
      'The sidecar is ready.',
      '',
      '  Join an agent from another terminal:',
      `  ${joinLine(mcpUrl, { signed: values['hmac-secret'] !== undefined })}`,
      '',
      'Ctrl-C stops it.',
    ])
  })
}
