import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Caller, type Door, type DoorAnswer, type DoorRequest, identifyCaller, plainText } from '@clawstead/skills'
import { authenticate, type HmacPolicy } from './authenticate.js'
import { bearerToken, unauthorized } from './bearer.js'
import { foreignSender, type HostRules } from './hosts.js'
import { REPLAY_KEPT_MS, REQUEST_TIMEOUT_MS } from './limits.js'
import type { Logger } from './logger.js'
import { readBody } from './read-body.js'
import type { Reachability } from './ready.js'
import { ReplayStore } from './replay-store.js'
import { goneSignal, sendStream } from './stream.js'

export type HttpOptions = {
  /** In order: the first that takes a request answers it. */
  readonly doors: readonly Door[]
  readonly hmac: HmacPolicy | undefined
  /** Bearer tokens by the name of whoever holds them; one of them does in place of a signature. */
  readonly tokenByName?: ReadonlyMap<string, string>
  /** Nobody comes in without a signature or a token. */
  readonly requiresProof?: boolean
  readonly hosts: HostRules
  readonly now: () => number
  readonly log: Logger
  /** Newest tick of a connected agent, if there is one. */
  readonly newestTick: () => number | undefined
  readonly probe: () => Promise<Reachability>
  /** Signatures already used. */
  readonly replays?: ReplayStore
}

const NOT_FOUND: DoorAnswer = plainText(404, '404 page not found\n')

/** The HTTP face: who may knock, which door answers. */
export function createHttpServer(options: HttpOptions): Server {
  const { replays = new ReplayStore() } = options
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void respond(request, response)
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: DoorAnswer
    try {
      answer = await answerTo(request, response)
    } catch (error) {
      options.log.error({ err: error, path: request.url }, 'request failed')
      answer = plainText(500, 'internal error')
    }
    const { status, contentType, body, headers } = answer
    response.writeHead(status, { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) })
    if (typeof body === 'string') response.end(body)
    else await sendStream(body, response)
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<DoorAnswer> {
    const method = request.method ?? 'GET'
    const { path, query } = splitTarget(request)
    const foreign = foreignSender(
      {
        host: request.headers.host,
        origin: request.headers.origin,
        localAddress: request.socket.localAddress,
        localPort: request.socket.localPort,
      },
      options.hosts,
    )
    if (foreign !== undefined) return plainText(403, foreign)
    if (path === '/healthz') return plainText(200, 'ok')
    if (path === '/readyz') return method === 'GET' ? readiness() : methodNotAllowed('GET')
    const doors = options.doors.filter((door) => door.serves({ method, path }))
    if (doors.length > 0) return throughDoor(doors, request, { method, path, query, response })
    const methods = OTHER_METHODS.filter((other) => options.doors.some((door) => door.serves({ method: other, path })))
    return methods.length === 0 ? NOT_FOUND : methodNotAllowed(methods.join(', '))
  }

  async function throughDoor(
    doors: readonly Door[],
    request: IncomingMessage,
    route: {
      readonly method: string
      readonly path: string
      readonly query: string
      readonly response: ServerResponse
    },
  ): Promise<DoorAnswer> {
    const { method, path, query, response } = route
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return plainText(400, 'bad body')
    const identified = identify(request, { method, path, body: body.bytes })
    if ('status' in identified) return identified
    const { caller } = identified
    if (body.isCut) return plainText(400, 'bad jsonrpc request')
    const { headers } = request
    const doorRequest: DoorRequest = {
      method,
      path,
      query,
      headers,
      body: body.bytes,
      caller,
      // Made for those who look at it: most answers are over before anybody could go.
      get signal() {
        return goneSignal(response)
      },
    }
    const door = doors.find((candidate) => candidate.takes(doorRequest))
    return door === undefined ? NOT_FOUND : door.answer(doorRequest)
  }

  /** Who calls, or why it is nobody. */
  function identify(
    request: IncomingMessage,
    signed: { readonly method: string; readonly path: string; readonly body: Uint8Array },
  ): { readonly caller: Caller } | DoorAnswer {
    const agentId = headerText(request, 'x-agent-id')
    const token = bearerToken(request, options.tokenByName)
    if (token === 'unknown') return unauthorized('unknown bearer token')
    if (token === undefined && options.hmac !== undefined) {
      const refused = checkSignature(request, options.hmac, { agentId, ...signed })
      if (refused !== undefined) return refused
    } else if (token === undefined && options.requiresProof === true) return unauthorized('missing bearer token')
    const identified = identifyCaller({ agentId, ...(token === undefined ? {} : { tokenName: token.name }) })
    return identified.ok ? identified : plainText(400, identified.message)
  }

  function checkSignature(
    request: IncomingMessage,
    hmac: HmacPolicy,
    signed: { readonly agentId: string; readonly method: string; readonly path: string; readonly body: Uint8Array },
  ): DoorAnswer | undefined {
    const [timestamp, signature, nonce] = ['x-ts', 'x-signature', 'x-nonce'].map((name) => headerText(request, name))
    const auth = authenticate(
      { ...signed, timestamp: timestamp ?? '', signature: signature ?? '', nonce: nonce ?? '' },
      hmac,
      options.now(),
    )
    if (!auth.ok) return plainText(401, auth.message)
    const verdict = replays.check(signed.agentId.trim(), auth.signature, options.now())
    if (verdict === 'replayed') return plainText(409, 'replayed request')
    if (verdict === 'fresh') return undefined
    options.log.warn({}, 'replay store is full: requests are refused until old signatures expire')
    return {
      ...plainText(429, 'too many signed requests, try again later'),
      headers: { 'retry-after': `${REPLAY_KEPT_MS / 1000}` },
    }
  }

  async function readiness(): Promise<DoorAnswer> {
    const tick = options.newestTick()
    if (tick !== undefined) return json(200, { ok: true, connected: true, last_obs_tick: tick })
    const reachability = await options.probe()
    if (reachability.ok) return json(200, { ok: true, connected: true, last_obs_tick: 0 })
    return json(503, { ok: false, error: reachability.error })
  }

  return server
}

const OTHER_METHODS = ['GET', 'POST', 'DELETE'] as const

function json(status: number, value: object): DoorAnswer {
  return { status, contentType: 'application/json', body: `${JSON.stringify(value)}\n` }
}

function methodNotAllowed(allow: string): DoorAnswer {
  return { status: 405, body: '', headers: { allow } }
}

function splitTarget(request: IncomingMessage): { readonly path: string; readonly query: string } {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** Header bytes are UTF-8 here; Node hands them over one character per byte. */
function headerText(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return Buffer.from(text, 'latin1').toString('utf8')
}
