import type { Command } from '../command.js'

export const replay: Command = {
  name: 'replay',
  summary: 'run the log of a world again and name the first tick that comes out differently',
  operandsMax: 0,
  about: [
    'Compares every tick with the digest that was logged. Only reads, also while a server runs.',
    'Needs the worlds and tuning files the log was made with. Exits with 1 when something differs.',
  ],
  examples: [
    { line: 'clawstead replay', says: 'every world in ./data, from its birth' },
    { line: 'clawstead replay --world OVERWORLD --from 5000 --to 6000', says: 'a span, from the snapshot before it' },
    { line: 'clawstead replay --json', says: 'for scripts: one JSON line per world' },
  ],
  async run(invocation) {
    const { runReplay } = await import('../run/replay.js')
    return runReplay(invocation)
  },
}
