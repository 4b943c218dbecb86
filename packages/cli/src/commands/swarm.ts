import type { Command } from '../command.js'

export const swarm: Command = {
  name: 'swarm',
  summary: 'join many agents and measure how they are served',
  operandsMax: 0,
  about: [
    'Each agent takes every observation and walks about where it joined. Reports how long they waited',
    'for observations and acknowledgements. Works with any VoxelCraft server.',
  ],
  examples: [
    { line: 'clawstead swarm', says: '50 agents for 20 seconds, with a live table' },
    { line: 'clawstead swarm --agents 1000 --seconds 600', says: 'an endurance run' },
    { line: 'clawstead swarm --json >result.json', says: 'for scripts: one JSON line at the end' },
  ],
  async run(invocation) {
    const { runSwarm } = await import('../run/swarm.js')
    return runSwarm(invocation)
  },
}
