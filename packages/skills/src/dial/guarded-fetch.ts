import type { Agent, fetch as dial } from 'undici'
import { createAllowList } from './allow-list.js'
import { cappedBody } from './capped-body.js'
import { DialError } from './dial-error.js'
import { createDialGuard, type DialGuard, portOf, type Resolve } from './dial-guard.js'
import {
  DIAL_BYTES_MAX,
  DIAL_CONNECTIONS_MAX,
  DIAL_HEADER_BYTES_MAX,
  DIAL_REDIRECTS_MAX,
  DIAL_TIMEOUT_MS,
} from './limits.js'
import { nextHop } from './redirects.js'

export type DialPolicy = {
  /** `host`, `host:port` or address ranges that may be dialled although they are not public, and without https. */
  readonly allow?: readonly string[]
  readonly bytesMax?: number
  readonly timeoutMs?: number
  /** Let a header such as `authorization` pass. Default false: such a request is refused. */
  readonly sendsCredentials?: boolean
  /** Sockets kept to one origin; what is asked beyond that waits. */
  readonly connectionsMax?: number
  /** Let an event stream live longer than the time limit. Default false. */
  readonly keepsStreams?: boolean
  /** How names become addresses. Default: as the system does it. */
  readonly resolve?: Resolve
}

/** The `fetch` for addresses that somebody else chose; `close` ends the sockets it keeps. */
export type GuardedFetch = typeof fetch & { close(): Promise<void> }

const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie']

type Dialling = { readonly agent: Agent; readonly dial: typeof dial }
type Exchange = { readonly method: string; readonly headers: Headers; readonly body: RequestInit['body'] }

/**
 * A `fetch` that cannot be talked into reaching where it should not: every hop's URL and every address a name has are
 * checked when it is dialled. Rejects with a DialError that names the rule.
 */
export function createGuardedFetch(policy: DialPolicy = {}): GuardedFetch {
  const { bytesMax = DIAL_BYTES_MAX, timeoutMs = DIAL_TIMEOUT_MS, connectionsMax = DIAL_CONNECTIONS_MAX } = policy
  const guard = createDialGuard(createAllowList(policy.allow ?? []), policy.resolve)
  let dialling: Promise<Dialling> | undefined

  async function followed(start: URL, first: Exchange, redirect: RequestInit['redirect'], signal: AbortSignal) {
    let url = start
    let exchange = first
    for (let hops = 0; ; hops += 1) {
      guard.checkUrl(url)
      dialling ??= loadDialling(guard, { timeoutMs, connectionsMax })
      const response = await hop(await dialling, url, exchange, signal)
      const location = redirectTarget(response)
      if (location === undefined || redirect === 'manual') return { url, response }
      await response.body?.cancel()
      if (redirect === 'error') throw new DialError('redirect', `${shown(url)} redirects`)
      if (hops === DIAL_REDIRECTS_MAX) {
        throw new DialError('redirect', `${shown(start)} redirects more than ${DIAL_REDIRECTS_MAX} times`)
      }
      ;({ url, exchange } = nextHop({ url, exchange, status: response.status, location }))
    }
  }

  async function guardedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request ? input : undefined
    const url = parseUrl(input instanceof Request ? input.url : input)
    const exchange = {
      method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
      headers: new Headers(init?.headers ?? request?.headers),
      body: init?.body ?? (request?.body == null ? null : await request.arrayBuffer()),
    }
    const secret = CREDENTIALS.find((name) => exchange.headers.has(name))
    if (secret !== undefined && policy.sendsCredentials !== true) {
      throw new DialError('credentials', `${shown(url)}: the header ${secret} is not sent there`)
    }
    const clock = deadline(timeoutMs, `${shown(url)} did not answer within ${timeoutMs} ms`)
    const callerSignal = init?.signal ?? request?.signal
    const signal = callerSignal == null ? clock.signal : AbortSignal.any([callerSignal, clock.signal])
    try {
      const answer = await followed(url, exchange, init?.redirect, signal)
      const { response } = answer
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream && policy.keepsStreams === true) clock.stop()
      return cappedBody({ ...answer, bytesMax, shown: shown(answer.url), onEnd: clock.stop })
    } catch (error) {
      clock.stop()
      throw reasonOf(error, signal, url)
    }
  }

  return Object.assign(guardedFetch, { close: async () => (await dialling)?.agent.destroy() })
}

/** The library is loaded by the first call: most programs that could dial never do. */
async function loadDialling(
  guard: DialGuard,
  { timeoutMs, connectionsMax }: { readonly timeoutMs: number; readonly connectionsMax: number },
): Promise<Dialling> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const agent = new Agent({
    connections: connectionsMax,
    maxHeaderSize: DIAL_HEADER_BYTES_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const lookup = guard.lookupFor(options.protocol, portOf(options.protocol, options.port))
      buildConnector({ lookup, timeout: timeoutMs })(options, callback)
    },
  })
  return { agent, dial: fetch }
}

async function hop({ agent, dial }: Dialling, url: URL, exchange: Exchange, signal: AbortSignal): Promise<Response> {
  const init = {
    method: exchange.method,
    headers: Object.fromEntries(exchange.headers),
    body: exchange.body as ArrayBuffer | null,
    redirect: 'manual' as const,
    dispatcher: agent,
    signal,
    ...(exchange.body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  }
  return dial(url, init)
}

function redirectTarget(response: Response): string | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return response.headers.get('location') ?? undefined
}

function parseUrl(input: string | URL): URL {
  if (input instanceof URL) return input
  if (URL.canParse(input)) return new URL(input)
  throw new DialError('scheme', `${JSON.stringify(input.slice(0, 100))} is no absolute URL`)
}

/** A URL as it may be shown: without user name, password, query and fragment. */
export function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`
}

function deadline(timeoutMs: number, message: string): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DialError('timeout', message)), timeoutMs)
  timer.unref()
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

/** The library wraps what happened in `fetch failed`; callers want the rule. */
function reasonOf(error: unknown, signal: AbortSignal, url: URL): unknown {
  if (signal.aborted) return signal.reason
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof DialError) return cause
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { readonly code?: unknown } | undefined)?.code
  const detail = typeof code === 'string' ? code : cause instanceof Error ? cause.message : String(cause)
  return new DialError('unreachable', `${shown(url)}: ${detail}`, { cause: error })
}
