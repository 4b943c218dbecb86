import type { Command } from '../command.js'

export const repair: Command = {
  name: 'repair',
  summary: 'make a damaged world usable again, as far as its history can be proved',
  operandsMax: 0,
  about: [
    'Keeps the stretch of history that reaches furthest and proves it by its hash chain. What it cannot',
    'prove is set aside, never deleted. A sound world is left as it is. No server may run meanwhile.',
  ],
  examples: [
    { line: 'clawstead repair', says: 'every world in ./data' },
    { line: 'clawstead repair --data /var/lib/clawstead --world MINE_L1', says: 'one world of another folder' },
  ],
  async run(invocation) {
    const { runRepair } = await import('../run/repair.js')
    return runRepair(invocation)
  },
}
