import type { ConnectOptions } from '@clawstead/client'
import type { Logger } from '@clawstead/skills'
import { createRegistry, type McpSurface, type Registry } from '@clawstead/skills'
import { SESSIONS_DEFAULT } from './limits.js'
import { worldSurface } from './mcp/surface.js'
import { Sessions } from './sessions.js'
import { StateFile } from './state-file.js'
import { allSkills } from './tools/tools.js'

export type AccessOptions = {
  readonly worldWsUrl: string
  /** Where resume tokens are kept; without it they are forgotten at exit. */
  readonly stateFile?: string
  readonly maxSessions: number
  readonly log: Logger
  /** Unix milliseconds, for signatures and records. */
  readonly now?: () => number
  readonly clock?: ConnectOptions['clock']
  readonly WebSocket?: ConnectOptions['WebSocket']
}

/** The agents and what can be done with them, whatever way callers come in. */
export type WorldAccess = {
  readonly sessions: Sessions
  readonly registry: Registry
  readonly surface: McpSurface
  close(): Promise<void>
}

/** The options do not go together; nothing was started. */
export class SidecarConfigError extends Error {
  override readonly name = 'SidecarConfigError'
}

export async function openAccess(options: AccessOptions): Promise<WorldAccess> {
  const { worldWsUrl, log, now = Date.now } = options
  if (!URL.canParse(worldWsUrl) || !/^wss?:$/.test(new URL(worldWsUrl).protocol)) {
    throw new SidecarConfigError(`world-ws-url must be a ws:// or wss:// URL, got ${JSON.stringify(worldWsUrl)}`)
  }
  const state = await StateFile.load(options.stateFile, (error) => log.error({ err: error }, 'state file not written'))
  const sessions = new Sessions({
    worldWsUrl,
    maxSessions: options.maxSessions > 0 ? options.maxSessions : SESSIONS_DEFAULT,
    state,
    log,
    now,
    ...(options.WebSocket === undefined ? {} : { WebSocket: options.WebSocket }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  })
  const registry = createRegistry({
    skills: allSkills(sessions),
    now,
    audit: (record) => log.debug(record, 'skill called'),
    onFault: (error, skill) => log.error({ err: error, skill }, 'skill failed'),
  })
  return {
    sessions,
    registry,
    surface: worldSurface({ registry, sessions, log }),
    async close() {
      await sessions.close()
      await state.flush()
    },
  }
}
