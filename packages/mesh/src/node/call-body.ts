import { fieldNames, type JsonSchema } from '@clawstead/skills'
import { readStrictJson } from '../identity/index.js'

/** A call as its body says it. */
export type CallBody = {
  /** Absent when the body is the bare input. */
  readonly method?: string
  /** What the skill is given, before its schema looks at it. */
  readonly params: Readonly<Record<string, unknown>>
  /** Echoed when it was sent. */
  readonly id?: string | number | null
  /** The sender speaks JSON-RPC 2.0, and may read the answer as such. */
  readonly isRpc: boolean
  /** Echoed in a signed answer. */
  readonly nonce?: string
}

export type CallBodyVerdict =
  | { readonly ok: true; readonly body: CallBody }
  | { readonly ok: false; readonly problem: string }

/** @param parsed the body where somebody already read it by the same strict rules */
export function readCallBody(bytes: Uint8Array, input: JsonSchema, parsed?: unknown): CallBodyVerdict {
  if (parsed !== undefined) return readValue(parsed, input)
  // Nothing sent means nothing to say: a skill without input needs no body.
  if (bytes.length === 0) return readValue({}, input)
  const json = readStrictJson(bytes)
  return json.ok ? readValue(json.value, input) : json
}

function readValue(value: unknown, input: JsonSchema): CallBodyVerdict {
  if (Array.isArray(value)) return refuse('body: one call at a time, not a list of them')
  if (!isObject(value)) return refuse('body: must be a JSON object')
  if (!isEnvelope(value, input)) return { ok: true, body: { params: value, isRpc: false } }
  const { method, params = {}, id, jsonrpc, nonce } = value
  if (!isObject(params)) return refuse('params: must be an object with the names of the inputs')
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return refuse('id: must be a string, a number or null')
  }
  if (jsonrpc !== undefined && jsonrpc !== '2.0') return refuse('jsonrpc: must be "2.0"')
  return {
    ok: true,
    body: {
      method: String(method),
      params,
      isRpc: jsonrpc === '2.0',
      ...(id === undefined ? {} : { id }),
      ...(typeof nonce === 'string' ? { nonce } : {}),
    },
  }
}

/** A body with a `method` is an envelope, unless that is the name of one of the skill's own inputs. */
function isEnvelope(value: Readonly<Record<string, unknown>>, input: JsonSchema): boolean {
  if (typeof value['method'] !== 'string') return false
  return 'params' in value || !fieldNames(input).includes('method')
}

/**
 * Whether a method may stand for the skill of the path. A signature binds the method, so a signed call must name the skill
 * in full; others may shorten it.
 */
export function methodProblem(method: string | undefined, name: string, isSigned: boolean): string | undefined {
  if (method === undefined || method === name) return undefined
  const isShort = method === 'skill' || method === name.slice(name.lastIndexOf('/') + 1)
  if (isShort && !isSigned) return undefined
  const rule = isShort ? 'a signed call names the skill in full' : 'must name the skill of the path'
  return `method: ${rule}, ${JSON.stringify(name)}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(problem: string): CallBodyVerdict {
  return { ok: false, problem }
}
