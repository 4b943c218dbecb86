import type { Invocation } from '../command.js'
import { ownDocuments } from './mesh-part.js'
import { runStage } from './stage.js'
import { startWorldPart } from './world-part.js'

export function runServer(invocation: Invocation): Promise<number> {
  return runStage('server', invocation, async (stage) => {
    const { server, pageUrl, wsUrl } = await startWorldPart(stage)
    if (stage.values.mesh) server.publish(await ownDocuments(stage, pageUrl.replace(/\/$/, '')))
    const facts = { url: pageUrl, ws_url: wsUrl, port: server.port, worlds: server.worldIds }
    stage.announce(facts, [
      '',
      'The worlds are ready.',
      '',
      ...(stage.values.page ? [`  Open    ${pageUrl}`] : []),
      `  Agents  ${wsUrl}`,
      '',
      'Ctrl-C stops them.',
    ])
  })
}
