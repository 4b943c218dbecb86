import type { Command } from '../command.js'

export const up: Command = {
  name: 'up',
  summary: 'start everything: the worlds, the page and the sidecar for agents',
  operandsMax: 0,
  about: ['Runs until Ctrl-C, on this machine only unless told otherwise.'],
  examples: [
    { line: 'clawstead up', says: 'five worlds, page on 8080, tools on 8090' },
    { line: 'clawstead up --port 9000 --mcp-port 9001', says: 'on other ports' },
    { line: 'clawstead up --world OVERWORLD --seed 7', says: 'one world from another seed' },
    { line: 'clawstead up --json >ready.json 2>log &', says: 'for scripts: one JSON line once ready' },
  ],
  async run(invocation) {
    const { runUp } = await import('../run/up.js')
    return runUp(invocation)
  },
}
