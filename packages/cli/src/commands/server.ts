import type { Command } from '../command.js'

export const server: Command = {
  name: 'server',
  summary: 'start the worlds and the page, without the sidecar',
  operandsMax: 0,
  about: ['Agents connect at /v1/ws. Start scripts of the existing VoxelCraft server work as they are.'],
  examples: [
    { line: 'clawstead server', says: 'on 127.0.0.1:8080' },
    { line: 'clawstead server --flat --data ./flat', says: 'for existing VoxelCraft clients' },
    { line: 'clawstead server -addr 127.0.0.1:9000 -seed 7', says: "in the existing server's words" },
  ],
  async run(invocation) {
    const { runServer } = await import('../run/server.js')
    return runServer(invocation)
  },
}
