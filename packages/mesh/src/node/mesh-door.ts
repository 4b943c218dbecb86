import type { Caller, Door, DoorAnswer, DoorRequest, Logger, Registry } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import type { Identity } from '../identity/index.js'
import { type CallBody, methodProblem, readCallBody } from './call-body.js'
import { agentCard, serverCard } from './cards.js'
import { discoverFull, discoverUrls, ownNamespaces } from './discover.js'
import { failureEnvelope, successEnvelope } from './envelope.js'
import { readHops } from './hops.js'
import { namedInfoText, nodeInfoText } from './info.js'
import { type FinishedCall, invoke } from './invoke.js'
import { KeptDocuments } from './kept-documents.js'
import { CALLS_PER_SECOND_DEFAULT, INFO_MAX_AGE_SECONDS, MESH_BODY_BYTES_MAX } from './limits.js'
import type { NodeFacts } from './node-facts.js'
import { RateLimit } from './rate-limit.js'
import { NO_REMOTES, type RemotesView } from './remotes-view.js'
import { createReplies, nonceOf } from './reply.js'
import { isPublicRoute, type MeshRoute, readRoute, takesMethod } from './routes.js'
import { skillsSummary, statusOf } from './status.js'
import { Traffic } from './traffic.js'

export type MeshDoorOptions = {
  readonly registry: Registry
  readonly identity: Identity
  readonly name: string
  readonly version: string
  readonly author?: string
  readonly description?: string
  /** Address others reach the node at, without a path. */
  readonly publicUrl: () => string
  readonly remotes?: RemotesView
  readonly now?: () => number
  readonly log: Logger
  /** Answers prove who gave them. Default true. */
  readonly signsReplies?: boolean
  /** Calls a second each caller may make; 0 sets no limit. */
  readonly callsPerSecondMax?: number
  /** Told about every signed call that came to its end. */
  readonly onSignedCall?: (call: FinishedCall) => void
  /** Counts the requests of all doors; one of its own when there is none. */
  readonly traffic?: Traffic
  /** Live sessions and streams of other dialects. */
  readonly sessions?: () => number
  /** Callers with the same rights and the same text here see the same skills. */
  readonly viewOf?: (caller: Caller) => string
  /** Why the node cannot serve at all. */
  readonly trouble?: () => string | undefined
}

export type MeshDoor = Door & {
  /** Write the documents again: something they tell that is not in the registry has changed. */
  refresh(): void
  /** What `/mcp/status` and `/mcp/discover` say to a caller. */
  status(caller: Caller): Record<string, unknown>
  discover(caller: Caller): readonly string[]
}

type Metadata = { readonly kind: 'info' | 'discover' | 'status'; readonly name?: string }

/** The endpoints of the mesh: every skill of the registry at `/mcp/<skill>`, and what there is to know about the node. */
export function createMeshDoor(options: MeshDoorOptions): MeshDoor {
  const { registry, identity, log, now = Date.now, remotes = NO_REMOTES } = options
  const { author = 'clawstead', description = 'A node of the skill mesh.' } = options
  const facts: NodeFacts = { ...options, author, description }
  const replies = createReplies({ identity, isSigned: options.signsReplies ?? true, now })
  const documents = new KeptDocuments({ registry, replies, now, viewOf: options.viewOf })
  const traffic = options.traffic ?? new Traffic(now)
  const rates = new RateLimit({ perSecond: options.callsPerSecondMax ?? CALLS_PER_SECOND_DEFAULT, now })
  const statusSources = {
    facts,
    remotes,
    traffic,
    startedMs: now(),
    now,
    sessions: options.sessions ?? (() => 0),
    trouble: options.trouble ?? (() => undefined),
  }
  const namespaces = (caller: Caller): readonly string[] =>
    documents.value('namespaces', caller, () => ownNamespaces(facts, caller))
  const status = (caller: Caller) =>
    statusOf(
      statusSources,
      documents.value('summary', caller, () => skillsSummary(facts, caller)),
    )
  const discover = (caller: Caller): string[] => discoverUrls(facts, remotes, namespaces(caller))
  const invokeOptions = { registry, agentId: identity.agentId, replies, log, now, onSignedCall: options.onSignedCall }

  function refuse(request: DoorRequest, reason: Reason, asked?: CallBody): DoorAnswer {
    const { status, message, headers = {} } = reason
    const value = failureEnvelope({ status, message }, asked)
    const method = request.path.replace(/^\/mcp\//, '')
    return replies.json({ status, method, value, nonce: nonceOf(request, asked?.nonce), headers })
  }

  async function post(route: MeshRoute, request: DoorRequest): Promise<DoorAnswer> {
    if (route.kind === 'bad') return refuse(request, { status: 400, message: route.problem })
    const waitSeconds = rates.take(request.caller.identity)
    if (waitSeconds !== undefined) {
      const headers = { 'retry-after': String(waitSeconds) }
      return refuse(request, { status: 429, message: `too many calls, try again in ${waitSeconds} s`, headers })
    }
    const passed = readHops(request.headers)
    if (!passed.ok) return refuse(request, { status: 403, message: passed.problem })
    const run = (name: string) => invoke(invokeOptions, name, request, passed.hops)
    // A skill may be called `<name>/info`, and then that is what a POST calls.
    const called = route.kind === 'info' && route.name !== undefined ? `${route.name}/info` : undefined
    if (called !== undefined && registry.find(called, 'mesh') !== undefined) {
      return run(called)
    }
    if (route.kind === 'skill') return run(route.name)
    return metadataEnvelope(route as Metadata, request)
  }

  /** Metadata asked for like a skill is answered like one. */
  function metadataEnvelope(route: Metadata, request: DoorRequest): DoorAnswer {
    const method = route.name === undefined ? route.kind : `${route.name}/info`
    const read = readCallBody(request.body, {}, request.signed?.body)
    if (!read.ok) return refuse(request, { status: 400, message: read.problem })
    const problem = methodProblem(read.body.method, method, request.signed !== undefined)
    if (problem !== undefined) return refuse(request, { status: 400, message: problem }, read.body)
    const data = metadata(route, request)
    if (data === undefined) return refuse(request, unknownName(route.name), read.body)
    const value = successEnvelope(data, read.body)
    return replies.json({ status: statusCode(data), method, value, nonce: nonceOf(request, read.body.nonce) })
  }

  function metadata({ kind, name }: Metadata, { caller }: DoorRequest): unknown {
    if (kind === 'discover') return discover(caller)
    if (kind === 'status') return status(caller)
    const text = name === undefined ? nodeInfoText(facts, caller) : namedInfoText(facts, caller, name)
    return text === undefined ? undefined : (JSON.parse(text) as { data: unknown }).data
  }

  async function get(route: MeshRoute, request: DoorRequest): Promise<DoorAnswer> {
    const { caller, query = '' } = request
    switch (route.kind) {
      case 'info': {
        const { name } = route
        if (name === undefined) return document('info', request, () => nodeInfoText(facts, caller))
        return document(`${name}/info`, request, () => namedInfoText(facts, caller, name))
      }
      case 'discover': {
        const asked = new URLSearchParams(query)
        const list =
          asked.get('format') === 'full' ? discoverFull(facts, remotes, namespaces(caller)) : discover(caller)
        const isWrapped = asked.get('envelope') === '1'
        const value = isWrapped ? successEnvelope(list) : list
        return replies.json({ status: 200, method: 'discover', value, nonce: nonceOf(request), headers: CACHED })
      }
      case 'status': {
        const flat = status(caller)
        const value = { ...flat, success: true, data: flat }
        return replies.json({ status: statusCode(flat), method: 'status', value, nonce: nonceOf(request) })
      }
      case 'server-card':
        return document('server-card', request, () => canonicalJson(serverCard(facts)))
      case 'agent-card':
        return document('agent-card', request, () => canonicalJson(agentCard(facts, caller)))
      default:
        return refuse(request, { status: 404, message: 'no such address' })
    }
  }

  /** A kept document; unchanged for who has it already. */
  function document(method: string, request: DoorRequest, write: () => string | undefined): DoorAnswer {
    const kept = documents.get(method, request.caller, write)
    if (kept === undefined) return refuse(request, unknownName(method.replace(/\/info$/, '')))
    const headers = { ...CACHED, etag: kept.etag }
    if (request.headers['if-none-match'] === kept.etag) return { status: 304, headers, body: '' }
    const nonce = nonceOf(request)
    const signed = nonce === undefined ? kept.headers() : replies.sign({ method, text: kept.text, nonce })
    const zipped = takesGzip(request) ? kept.compressed() : undefined
    const coding = { vary: 'accept-encoding', ...(zipped === undefined ? {} : { 'content-encoding': 'gzip' }) }
    return {
      status: 200,
      contentType: 'application/json',
      headers: { ...headers, ...coding, ...signed },
      body: zipped ?? kept.bytes,
    }
  }

  return {
    name: 'mesh',
    bodyBytesMax: MESH_BODY_BYTES_MAX,
    isPublic: isPublicRoute,
    serves({ method, path }) {
      const route = readRoute(path)
      return route !== undefined && takesMethod(route, method)
    },
    takes: () => true,
    async answer(request) {
      const route = readRoute(request.path)
      if (route === undefined) return refuse(request, { status: 404, message: 'no such address' })
      if (options.traffic === undefined) traffic.count(request.caller)
      return request.method === 'POST' ? post(route, request) : get(route, request)
    },
    refuse({ path }, { status, message, headers = {} }) {
      if (readRoute(path) === undefined) return undefined
      const reason = { status, message: message === '' ? (WORDS_BY_STATUS[status] ?? 'refused') : message }
      return { status, contentType: 'application/json', headers, body: canonicalJson(failureEnvelope(reason)) }
    },
    refresh: () => documents.forget(),
    status,
    discover,
    async close() {
      documents.close()
    },
  }
}

type Reason = { readonly status: number; readonly message: string; readonly headers?: Record<string, string> }

const CACHED = { 'cache-control': `max-age=${INFO_MAX_AGE_SECONDS}` }
const WORDS_BY_STATUS: Readonly<Record<number, string>> = { 404: 'no such address', 405: 'method not allowed here' }

function unknownName(name: string | undefined): Reason {
  return { status: 404, message: `no skill or namespace ${name ?? ''}` }
}

function takesGzip({ headers }: DoorRequest): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
}

function statusCode(data: unknown): number {
  const isDown = typeof data === 'object' && data !== null && 'health' in data && data.health === 'down'
  return isDown ? 503 : 200
}
