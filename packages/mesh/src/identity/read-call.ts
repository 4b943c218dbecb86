import type { RawRequest } from '@clawstead/skills'
import { isParams, type Params } from './audience.js'
import { METHOD_CHARS_MAX } from './limits.js'
import { type Refused, refuse } from './refusal.js'
import { readStrictJson } from './strict-json.js'

/** What a request asks for, as its signature covers it. */
export type ReadCall = {
  readonly method: string
  readonly params: Params
  /** The whole body; `{}` where there is none. */
  readonly body: Params
  /** Members of the body that may carry nonce and timestamp: those of an envelope, never a skill's own input. */
  readonly envelope: Params
}

const BASE = '/mcp/'
/** Below the base, yet spoken to in JSON-RPC as `/mcp` itself is. */
const JSON_RPC_PATHS = new Set(['/mcp/jsonrpc', '/mcp/messages', '/mcp/sse'])
/** No brace or bracket: where the params begin must be plain to see in the signed text. */
const METHOD = /^[A-Za-z0-9._$/-]+$/
const WITHOUT_BODY = ['GET', 'HEAD', 'POST']
const NOTHING: Params = {}
const ENVELOPE_MEMBERS = new Set(['method', 'params', 'id', 'jsonrpc', 'nonce', 'timestamp'])

/** The skill that a path names, or undefined for paths that name none. `%2F` is `/`, and decoding happens once. */
export function skillOfPath(path: string): string | undefined {
  if (!path.startsWith(BASE) || JSON_RPC_PATHS.has(path.replace(/\/$/, ''))) return undefined
  let name: string
  try {
    name = decodeURIComponent(path.slice(BASE.length))
  } catch {
    return undefined
  }
  return name.replace(/^skill\//, '').replace(/\/$/, '') || undefined
}

export function readCall({ method: verb, path, body: bytes }: RawRequest): ReadCall | Refused {
  const skill = skillOfPath(path)
  if (bytes.length === 0) {
    if (!WITHOUT_BODY.includes(verb))
      return refuse(400, `${verb} without a body cannot be signed this way: use RFC 9421`)
    const method = skill ?? path.replace(/^\//, '')
    return methodProblem(method) ?? { method, params: NOTHING, body: NOTHING, envelope: NOTHING }
  }
  const json = readStrictJson(bytes)
  if (!json.ok) return refuse(400, json.problem)
  const body = json.value
  if (!isParams(body)) return refuse(400, 'body: a signed call is one JSON object')
  const { method, params = NOTHING } = body
  if (typeof method !== 'string') {
    if (skill === undefined) return refuse(400, 'method: expected a text')
    // The bare input of a skill: the name then comes from the path, and is signed all the same.
    return methodProblem(skill) ?? { method: skill, params: body, body, envelope: NOTHING }
  }
  if (skill !== undefined && method !== skill) {
    return refuse(400, `method: a signed call must carry the full name of the skill it is sent to, ${skill}`)
  }
  if (!isParams(params)) return refuse(400, 'params: expected an object')
  // Beside a method, input that is not in params would be covered by nothing.
  const stray = 'params' in body ? undefined : Object.keys(body).find((member) => !ENVELOPE_MEMBERS.has(member))
  if (stray !== undefined) return refuse(400, `${stray}: the input of a signed call with a method belongs in params`)
  return methodProblem(method) ?? { method, params, body, envelope: body }
}

function methodProblem(method: string): Refused | undefined {
  if (method.length <= METHOD_CHARS_MAX && METHOD.test(method)) return undefined
  return refuse(400, `method: expected 1 to ${METHOD_CHARS_MAX} of A-Z a-z 0-9 . _ $ / -`)
}
