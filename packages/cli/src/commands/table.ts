import type { Command } from '../command.js'
import { config } from './config.js'
import { createHelp } from './help.js'
import { server } from './server.js'
import { sidecar } from './sidecar.js'
import { up } from './up.js'

/** Every command, in the order help lists them. */
export const COMMANDS: readonly Command[] = [up, server, sidecar, config, createHelp(() => COMMANDS)]
