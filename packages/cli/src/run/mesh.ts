import { type SkillPlace, startMeshNode } from '@clawstead/mesh'
import { createRegistry } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { StartError } from '../errors.js'
import { explainFailure } from './failures.js'
import { meshOptions, refuseToStart } from './mesh-part.js'
import { reachableUrl } from './reachable-url.js'
import { READY_WITHIN_MS, waitReady } from './ready.js'
import { readTokens } from './sidecar-part.js'
import { runStage, type Stage } from './stage.js'

/** A node with a port of its own and no world. */
export function runMesh(invocation: Invocation): Promise<number> {
  return runStage('mesh', invocation, async (stage) => {
    const folder = stage.values['mesh-skills']
    await startNode(stage, folder === undefined ? [] : [{ path: stage.resolvePath(folder), isTrusted: false }])
  })
}

/** The same with the folders somebody names to be served: naming them is the approval they need. */
export function runSkillServe(invocation: Invocation, folders: readonly string[]): Promise<number> {
  return runStage('skill', invocation, async (stage) => {
    await startNode(
      stage,
      folders.map((folder) => ({ path: stage.resolvePath(folder), isTrusted: true })),
    )
  })
}

async function startNode(stage: Stage, places: readonly SkillPlace[]): Promise<void> {
  const { values, log, progress, session } = stage
  const { 'mcp-host': host, 'mesh-port': port, 'hmac-secret': secret, 'mcp-tokens': tokens } = values
  const endpoint = { what: 'mesh node', host, port, hostFlag: '--mcp-host', portFlag: '--mesh-port' }
  const registry = createRegistry({
    // What leaves this node in its own name is on record even where nothing else is.
    audit: (record) => log[record.origin === 'remote' ? 'info' : 'debug'](record, 'skill called'),
    onFault: (error, skill) => log.error({ err: error, skill }, 'skill failed'),
  })
  const options = await meshOptions(stage, places)
  const running = await progress.step(
    'mesh',
    async () => {
      const started = await startMeshNode({
        ...options,
        registry,
        host,
        port,
        ...(secret === undefined ? {} : { hmac: { secret, allowLegacy: values['hmac-allow-legacy'] } }),
        ...(tokens === undefined ? {} : { tokens: readTokens(tokens) }),
        ...(values['allowed-hosts'] === undefined ? {} : { allowedHosts: values['allowed-hosts'] }),
        ...(values['allowed-origins'] === undefined ? {} : { allowedOrigins: values['allowed-origins'] }),
      })
        .catch(refuseToStart)
        .catch((error: unknown) => {
          throw error instanceof StartError ? error : explainFailure(error, endpoint)
        })
      session.parts.add({ name: 'mesh node', close: () => started.close() })
      const url = reachableUrl('http', host, started.port, '/')
      await waitReady(url, { what: 'mesh node', signal: session.signal, deadlineMs: READY_WITHIN_MS })
      return started
    },
    (started) => reachableUrl('http', host, started.port, '/mcp'),
  )
  const mcpUrl = reachableUrl('http', host, running.port, '/mcp')
  const { names, refused } = running.node.userSkills
  const facts = {
    mcp_url: mcpUrl,
    mcp_port: running.port,
    agent_id: running.node.agentId,
    skills: names,
    refused: refused.map(({ path, why }) => ({ path, why })),
  }
  stage.announce(facts, [
    '',
    'The node is ready.',
    '',
    `  Skills  ${names.length === 0 ? 'none' : names.join(', ')}`,
    ...refused.map(({ path, why }) => `  Refused ${path}: ${why}`),
    `  About   ${mcpUrl}/info`,
    `  Key     ${running.node.agentId}`,
    '',
    'Ctrl-C stops it.',
  ])
}
