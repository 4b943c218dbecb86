import type { Command } from '../command.js'

export const bot: Command = {
  name: 'bot',
  summary: 'join one agent that looks after itself: it eats, gathers, makes a tool and sleeps at night',
  operandsMax: 0,
  about: ['Plays by the same rules as any agent and sees no more than one. Works with any VoxelCraft server.'],
  examples: [
    { line: 'clawstead bot', says: 'ten minutes in the world on this machine' },
    { line: 'clawstead bot --name Robin --minutes 0', says: 'until Ctrl-C' },
    { line: 'clawstead bot --minutes 1 --json', says: 'for scripts: one JSON line at the end' },
  ],
  async run(invocation) {
    const { runBot } = await import('../run/bot.js')
    return runBot(invocation)
  },
}
