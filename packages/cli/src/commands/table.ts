import type { Command } from '../command.js'
import { bot } from './bot.js'
import { config } from './config.js'
import { createHelp } from './help.js'
import { repair } from './repair.js'
import { replay } from './replay.js'
import { server } from './server.js'
import { sidecar } from './sidecar.js'
import { swarm } from './swarm.js'
import { up } from './up.js'

/** Every command, in the order help lists them. */
export const COMMANDS: readonly Command[] = [
  up,
  server,
  sidecar,
  bot,
  swarm,
  replay,
  repair,
  config,
  createHelp(() => COMMANDS),
]
