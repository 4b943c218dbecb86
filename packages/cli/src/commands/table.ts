import type { Command } from '../command.js'
import { bot } from './bot.js'
import { config } from './config.js'
import { createHelp } from './help.js'
import { keys } from './keys.js'
import { mesh } from './mesh.js'
import { receipt } from './receipt.js'
import { repair } from './repair.js'
import { replay } from './replay.js'
import { server } from './server.js'
import { sidecar } from './sidecar.js'
import { skill } from './skill.js'
import { swarm } from './swarm.js'
import { up } from './up.js'

/** Every command, in the order help lists them. */
export const COMMANDS: readonly Command[] = [
  up,
  server,
  sidecar,
  mesh,
  skill,
  keys,
  receipt,
  bot,
  swarm,
  replay,
  repair,
  config,
  createHelp(() => COMMANDS),
]
