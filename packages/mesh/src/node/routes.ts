import type { Route } from '@clawstead/skills'
import { LRUCache } from 'lru-cache'
import { NAME_SEGMENTS_MAX, READ_ROUTES_MAX } from './limits.js'

/** What a path of the mesh asks about. */
export type MeshRoute =
  /** The node itself when there is no name, else a skill or a namespace. */
  | { readonly kind: 'info'; readonly name?: string }
  | { readonly kind: 'discover' | 'status' | 'server-card' | 'agent-card' }
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'bad'; readonly problem: string }

const BASE = '/mcp/'
const AGENT_CARD_PATH = '/.well-known/agent-card.json'
/** Paths below the base that other dialects answer. */
const FOREIGN = new Set(['jsonrpc', 'messages', 'sse'])
const SEGMENT = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/

/** Callers use few paths, and a request is asked about its own several times. */
const routeByPath = new LRUCache<string, MeshRoute>({ max: READ_ROUTES_MAX })

/** @returns undefined for a path that is not of the mesh. */
export function readRoute(path: string): MeshRoute | undefined {
  const known = routeByPath.get(path)
  if (known !== undefined) return known
  const route = readNewRoute(path)
  // A bad path may be of any length.
  if (route !== undefined && route.kind !== 'bad') routeByPath.set(path, route)
  return route
}

function readNewRoute(path: string): MeshRoute | undefined {
  if (path === AGENT_CARD_PATH) return { kind: 'agent-card' }
  if (!path.startsWith(BASE) || path === BASE) return undefined
  const rest = decodeOnce(path.slice(BASE.length))
  if (rest === undefined) return { kind: 'bad', problem: 'path: not valid percent-encoding' }
  if (FOREIGN.has(rest)) return undefined
  if (rest === 'info') return { kind: 'info' }
  if (rest === 'discover' || rest === 'status' || rest === 'server-card') return { kind: rest }
  // The table of the protocol can be read as `/mcp/skill/<name>`, so that works too.
  const segments = rest.replace(/^skill\//, '').split('/')
  const isInfo = segments.length > 1 && segments.at(-1) === 'info'
  const named = isInfo ? segments.slice(0, -1) : segments
  if (named.length > NAME_SEGMENTS_MAX) {
    return { kind: 'bad', problem: `path: a skill's name has at most ${NAME_SEGMENTS_MAX} segments` }
  }
  const odd = named.find((segment) => !SEGMENT.test(segment))
  if (odd !== undefined) {
    return { kind: 'bad', problem: `path: ${JSON.stringify(odd)} is no segment of a skill's name` }
  }
  return { kind: isInfo ? 'info' : 'skill', name: named.join('/') }
}

/** Metadata is read with GET; everything that can be called, with POST. */
export function takesMethod(route: MeshRoute, method: string): boolean {
  if (route.kind === 'server-card' || route.kind === 'agent-card') return method === 'GET'
  if (route.kind === 'skill' || route.kind === 'bad') return method === 'POST'
  return method === 'GET' || method === 'POST'
}

/** What strangers must be able to read before they can be known: who this is, and what there is to call. */
export function isPublicRoute({ method, path }: Route): boolean {
  const kind = method === 'GET' ? readRoute(path)?.kind : undefined
  return kind === 'info' || kind === 'discover' || kind === 'server-card' || kind === 'agent-card'
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
