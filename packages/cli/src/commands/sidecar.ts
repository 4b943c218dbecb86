import type { Command } from '../command.js'

export const sidecar: Command = {
  name: 'sidecar',
  summary: 'start the sidecar alone: it joins agents to a world and offers it as tools at POST /mcp',
  operandsMax: 0,
  about: ['The world may run elsewhere, and may be any VoxelCraft server.'],
  examples: [
    { line: 'clawstead sidecar', says: 'tools on 127.0.0.1:8090 for the world on 8080' },
    { line: 'clawstead sidecar --world-ws-url ws://10.0.0.5:8080/v1/ws', says: 'for a world on another machine' },
    {
      line: 'CLAWSTEAD_HMAC_SECRET=... clawstead sidecar --mcp-host 0.0.0.0',
      says: 'open to others, signed requests only',
    },
    { line: 'clawstead sidecar --stdio --agent-id bob', says: 'for one MCP client that starts it, over its pipes' },
  ],
  async run(invocation) {
    if (invocation.settings.values.stdio) {
      const { runSidecarStdio } = await import('../run/sidecar-stdio.js')
      return runSidecarStdio(invocation)
    }
    const { runSidecar } = await import('../run/sidecar.js')
    return runSidecar(invocation)
  },
}
