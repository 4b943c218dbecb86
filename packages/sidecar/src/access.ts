import { type ConnectOptions, systemClock } from '@clawstead/client'
import { createGuardedFetch, createRegistry, type Logger, type McpSurface, type Registry } from '@clawstead/skills'
import { SESSIONS_DEFAULT } from './limits.js'
import { worldSurface } from './mcp/surface.js'
import { Sessions } from './sessions.js'
import { StateFile } from './state-file.js'
import { allSkills } from './tools/tools.js'
import { StandingWakes } from './wake/standing.js'
import { createWebhookAddresses, type WebhookAddresses } from './wake/webhook-address.js'

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
  /** `host:port` of the addresses that agents may have woken; none by default. */
  readonly wakeWebhooks?: readonly string[]
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
  const { worldWsUrl, log, now = Date.now, wakeWebhooks = [] } = options
  if (!URL.canParse(worldWsUrl) || !/^wss?:$/.test(new URL(worldWsUrl).protocol)) {
    throw new SidecarConfigError(`world-ws-url must be a ws:// or wss:// URL, got ${JSON.stringify(worldWsUrl)}`)
  }
  const addresses = readAddresses(wakeWebhooks)
  const state = await StateFile.load(options.stateFile, (error) => log.error({ err: error }, 'state file not written'))
  const guardedFetch = createGuardedFetch({ allow: wakeWebhooks })
  const wakes = new StandingWakes({ state, addresses, fetch: guardedFetch, clock: options.clock ?? systemClock, log })
  const sessions = new Sessions({
    worldWsUrl,
    maxSessions: options.maxSessions > 0 ? options.maxSessions : SESSIONS_DEFAULT,
    state,
    wakes,
    log,
    now,
    ...(options.WebSocket === undefined ? {} : { WebSocket: options.WebSocket }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  })
  const registry = createRegistry({
    skills: allSkills(sessions),
    now,
    // What leaves this node in its own name is on record even where nothing else is.
    audit: (record) => log[record.origin === 'remote' ? 'info' : 'debug'](record, 'skill called'),
    onFault: (error, skill) => log.error({ err: error, skill }, 'skill failed'),
  })
  sessions.openWatched()
  return {
    sessions,
    registry,
    surface: worldSurface({ registry, sessions, log }),
    async close() {
      wakes.close()
      await sessions.close()
      await guardedFetch.close()
      await state.flush()
    },
  }
}

function readAddresses(allowed: readonly string[]): WebhookAddresses {
  try {
    return createWebhookAddresses(allowed)
  } catch (error) {
    throw new SidecarConfigError((error as Error).message, { cause: error })
  }
}
