import type { Command } from '../command.js'
import { REMOTE_WORDS } from './mesh-remote.js'
import { runWord, type Word, wordLines } from './words.js'

/** What `clawstead mesh` does besides being a node. */
const MESH_WORDS: readonly Word[] = [
  {
    word: 'remote',
    operands: REMOTE_WORDS.map(({ word }) => word).join('|'),
    operandsMin: 1,
    operandsMax: 3,
    says: 'the other services a node uses',
    run: (invocation, operands) => runWord('mesh remote', REMOTE_WORDS, { ...invocation, positionals: operands }),
  },
]

export const mesh: Command = {
  name: 'mesh',
  summary: 'start a node of the skill mesh alone: its skills at /mcp/<skill>, signed and discoverable',
  operands: '[remote ...]',
  operandsMax: 4,
  about: [
    'Offers the skills of a folder and of other nodes over the mesh, MCP and the sidecar dialect.',
    'Under up and sidecar the same node shares their port.',
    '',
    ...wordLines('mesh remote', REMOTE_WORDS),
  ],
  examples: [
    { line: 'clawstead mesh --mesh-skills ./skills', says: 'your skills on 127.0.0.1:9003' },
    { line: 'clawstead mesh --mesh-remotes https://node.example.org/mcp', says: "another node's skills here too" },
    { line: 'clawstead mesh remote add https://node.example.org/mcp', says: 'the same while it runs' },
    {
      line: 'clawstead mesh remote add hub=https://hub.example.org/mcp op://vault/hub/token',
      says: 'an MCP server that wants a token',
    },
    { line: 'curl http://127.0.0.1:9003/mcp/info', says: 'who the node is and what it offers' },
  ],
  async run(invocation) {
    if (invocation.positionals.length > 0) return runWord('mesh', MESH_WORDS, invocation)
    const { runMesh } = await import('../run/mesh.js')
    return runMesh(invocation)
  },
}
