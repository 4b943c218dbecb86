import { identifyCaller, type StdioStreams, serveMcpStdio } from '@clawstead/skills'
import { type AccessOptions, openAccess, SidecarConfigError } from './access.js'

export type StdioSidecarOptions = AccessOptions &
  StdioStreams & {
    /** Who the one client is: the name of its agent, kept from run to run. */
    readonly agentId?: string
  }

export type RunningStdioSidecar = {
  /** Resolves when the client has closed its end. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** The sidecar for the one client that started this process, over its pipes: no port is opened. */
export async function startStdioSidecar(options: StdioSidecarOptions): Promise<RunningStdioSidecar> {
  const identified = identifyCaller({ agentId: options.agentId })
  if (!identified.ok) throw new SidecarConfigError(identified.message.replace('x-agent-id', 'agent-id'))
  const access = await openAccess(options)
  const { input, output } = options
  const service = serveMcpStdio(access.surface, identified.caller, { input, output })
  return {
    ended: service.ended,
    async close() {
      await service.close()
      await access.close()
    },
  }
}
