import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Caller } from '../caller.js'
import { type Door, type DoorAnswer, type DoorRequest, plainText, type Route } from '../door.js'
import { BODY_BYTES_MAX, REQUEST_TIMEOUT_MS } from '../limits.js'
import { createGate, type GateOptions } from './gate.js'
import { createHostCheck, type HostRules } from './hosts.js'
import { readBody } from './read-body.js'
import { goneSignal, sendStream } from './stream.js'

export type HttpOptions = GateOptions & {
  /** In order: the first that takes a request answers it. */
  readonly doors: readonly Door[]
  readonly hosts: HostRules
  /** What `GET /readyz` says: honest about whether a call would get through. */
  readonly readiness: () => Promise<Readiness>
  /** Told about every request that was let in, whichever door answers it. */
  readonly onRequest?: (caller: Caller) => void
}

export type Readiness = { readonly isReady: boolean; readonly details: object }

const NOT_FOUND: DoorAnswer = plainText(404, '404 page not found\n')

/** The HTTP face of the doors: who may knock, which door answers. */
export function createHttpServer(options: HttpOptions): Server {
  const identify = createGate(options)
  const isForeign = createHostCheck(options.hosts)
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void respond(request, response)
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: DoorAnswer
    try {
      answer = await answerTo(request, response)
    } catch (error) {
      options.log.error({ err: error, path: request.url }, 'request failed')
      answer = inOwnWords(plainText(500, 'internal error'), {
        method: request.method ?? 'GET',
        ...splitTarget(request),
      })
    }
    const { status, contentType, body } = answer
    const headers: OutgoingHttpHeader[] = []
    for (const [name, value] of Object.entries(answer.headers ?? {})) headers.push(name, value)
    if (contentType !== undefined) headers.push('content-type', contentType)
    if (body instanceof ReadableStream) {
      response.writeHead(status, headers)
      await sendStream(body, response)
      return
    }
    // A stated length lets head and body leave in one piece.
    if (hasContent(status)) headers.push('content-length', Buffer.byteLength(body))
    response.writeHead(status, headers)
    response.end(body)
  }

  /** A refusal as the dialect of its path writes it, where one has words of its own. */
  function inOwnWords(refused: DoorAnswer, { method, path }: Route): DoorAnswer {
    const { status, body, headers, contentType } = refused
    if (typeof body !== 'string' || contentType?.startsWith('application/json') === true) return refused
    const refusal = { status, message: body.trimEnd(), ...(headers === undefined ? {} : { headers }) }
    for (const door of options.doors) {
      const answer = door.refuse?.({ method, path }, refusal)
      if (answer !== undefined) return answer
    }
    return refused
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<DoorAnswer> {
    const method = request.method ?? 'GET'
    const { path, sentPath, query } = splitTarget(request)
    const foreign = isForeign({
      host: request.headers.host,
      origin: request.headers.origin,
      localAddress: request.socket.localAddress,
      localPort: request.socket.localPort,
    })
    const route = { method, path }
    if (foreign !== undefined) return inOwnWords(plainText(403, foreign), route)
    if (path === '/healthz') return plainText(200, 'ok')
    if (path === '/readyz') return method === 'GET' ? readiness() : methodNotAllowed('GET')
    const doors = options.doors.filter((door) => door.serves(route))
    if (doors.length > 0) return throughDoor(doors, request, { method, path, sentPath, query, response })
    const methods = OTHER_METHODS.filter((other) => options.doors.some((door) => door.serves({ method: other, path })))
    return inOwnWords(methods.length === 0 ? NOT_FOUND : methodNotAllowed(methods.join(', ')), route)
  }

  async function throughDoor(
    doors: readonly Door[],
    request: IncomingMessage,
    route: {
      readonly method: string
      readonly path: string
      readonly sentPath: string
      readonly query: string
      readonly response: ServerResponse
    },
  ): Promise<DoorAnswer> {
    const { method, path, sentPath, query, response } = route
    const bytesMax = Math.max(...doors.map((door) => door.bodyBytesMax ?? BODY_BYTES_MAX))
    const body = await readBody(request, bytesMax).catch(() => undefined)
    if (body === undefined) return inOwnWords(plainText(400, 'bad body'), route)
    if (body.isCut && doors.some((door) => door.bodyBytesMax !== undefined)) {
      return inOwnWords(plainText(413, `body: longer than ${bytesMax} bytes`), route)
    }
    const { headers, socket } = request
    const isPublic = doors.some((door) => door.isPublic?.(route) === true)
    const address = socket.remoteAddress ?? ''
    const identified = identify({ method, path: sentPath, query, headers, body: body.bytes, address, isPublic })
    if ('refused' in identified) return inOwnWords(identified.refused, route)
    // The dialect of the skill document has no other words for a body it cannot read.
    if (body.isCut) return plainText(400, 'bad jsonrpc request')
    options.onRequest?.(identified.caller)
    const doorRequest: DoorRequest = {
      method,
      path,
      query,
      headers,
      body: body.bytes,
      caller: identified.caller,
      signal: goneSignal(response),
      ...(identified.signed === undefined ? {} : { signed: identified.signed }),
    }
    const door = doors.find((candidate) => candidate.takes(doorRequest))
    return door === undefined ? inOwnWords(NOT_FOUND, route) : door.answer(doorRequest)
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

function hasContent(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304
}

const OTHER_METHODS = ['GET', 'POST', 'DELETE'] as const

function methodNotAllowed(allow: string): DoorAnswer {
  return { status: 405, body: '', headers: { allow } }
}

const BASE = '/mcp/'

type Target = { readonly path: string; readonly sentPath: string; readonly query: string }

/** A slash at the end of an address of the mesh says nothing; proofs still cover the path as it was sent. */
function splitTarget(request: IncomingMessage): Target {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const sentPath = mark < 0 ? target : target.slice(0, mark)
  const isBelow = sentPath.length > BASE.length && sentPath.startsWith(BASE)
  const path = isBelow && sentPath.endsWith('/') ? sentPath.slice(0, -1) : sentPath
  return { path, sentPath, query: mark < 0 ? '' : target.slice(mark + 1) }
}
