import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Door, type DoorAnswer, type DoorRequest, plainText } from '../door.js'
import { REQUEST_TIMEOUT_MS } from '../limits.js'
import { createGate, type GateOptions } from './gate.js'
import { foreignSender, type HostRules } from './hosts.js'
import { readBody } from './read-body.js'
import { goneSignal, sendStream } from './stream.js'

export type HttpOptions = GateOptions & {
  /** In order: the first that takes a request answers it. */
  readonly doors: readonly Door[]
  readonly hosts: HostRules
  /** What `GET /readyz` says: honest about whether a call would get through. */
  readonly readiness: () => Promise<Readiness>
}

export type Readiness = { readonly isReady: boolean; readonly details: object }

const NOT_FOUND: DoorAnswer = plainText(404, '404 page not found\n')

/** The HTTP face of the doors: who may knock, which door answers. */
export function createHttpServer(options: HttpOptions): Server {
  const identify = createGate(options)
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
    const { headers } = request
    const identified = identify({ method, path, headers, body: body.bytes })
    if ('refused' in identified) return identified.refused
    if (body.isCut) return plainText(400, 'bad jsonrpc request')
    const doorRequest: DoorRequest = {
      method,
      path,
      query,
      headers,
      body: body.bytes,
      caller: identified.caller,
      // Made for those who look at it: most answers are over before anybody could go.
      get signal() {
        return goneSignal(response)
      },
    }
    const door = doors.find((candidate) => candidate.takes(doorRequest))
    return door === undefined ? NOT_FOUND : door.answer(doorRequest)
  }

  async function readiness(): Promise<DoorAnswer> {
    const { isReady, details } = await options.readiness()
    return {
      status: isReady ? 200 : 503,
      contentType: 'application/json',
      body: `${JSON.stringify({ ok: isReady, ...details })}\n`,
    }
  }

  return server
}

const OTHER_METHODS = ['GET', 'POST', 'DELETE'] as const

function methodNotAllowed(allow: string): DoorAnswer {
  return { status: 405, body: '', headers: { allow } }
}

function splitTarget(request: IncomingMessage): { readonly path: string; readonly query: string } {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}
