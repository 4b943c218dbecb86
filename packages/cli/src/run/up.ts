import type { Invocation } from '../command.js'
import { joinLine } from './join-line.js'
import { publicDocuments } from './mesh-part.js'
import { READY_WITHIN_MS, waitReady } from './ready.js'
import { startSidecarPart } from './sidecar-part.js'
import { runStage } from './stage.js'
import { startWorldPart } from './world-part.js'

/** World server first, then the sidecar that connects to it. Ready when both answer `/readyz` with 200. */
export function runUp(invocation: Invocation): Promise<number> {
  return runStage('up', invocation, async (stage) => {
    const { values, progress, session } = stage
    const { server, pageUrl, wsUrl } = await startWorldPart(stage)
    session.signal.throwIfAborted()

    const { sidecar, mesh, mcpUrl } = await progress.step(
      'sidecar',
      async () => {
        const part = await startSidecarPart(stage, wsUrl)
        await waitReady(part.url, { what: 'sidecar', signal: session.signal, deadlineMs: READY_WITHIN_MS })
        return part
      },
      (part) => part.mcpUrl,
    )
    const signed = values['hmac-secret'] !== undefined
    server.announce({ mcpUrl, signed })
    if (mesh !== undefined) server.publish(publicDocuments(mesh.doors))
    const facts = {
      url: pageUrl,
      ws_url: wsUrl,
      mcp_url: mcpUrl,
      port: server.port,
      mcp_port: sidecar.port,
      worlds: server.worldIds,
    }
    stage.announce(facts, [
      '',
      'Clawstead is ready.',
      '',
      ...(values.page ? [`  Open ${pageUrl}`, ''] : []),
      '  Join an agent from another terminal:',
      `  ${joinLine(mcpUrl, { signed })}`,
      '',
      'Ctrl-C stops it.',
    ])
  })
}
