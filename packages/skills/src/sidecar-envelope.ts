import { compactText, depthOf, escapeForPages, memberTexts, resultText } from './json-text.js'
import { REQUEST_DEPTH_MAX } from './limits.js'

/** A JSON-RPC request of the sidecar dialect. Members keep their source text: see json-text.ts. */
export type Envelope = {
  /** Echoed as it was written; undefined when the request had none. */
  readonly idText: string | undefined
  readonly method: string
  readonly params: unknown
  /** Undefined when the request had none. */
  readonly paramsText: string | undefined
}

/** A mark at the beginning is part of the text, which is then no JSON. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** @returns undefined for anything that is not one request object. */
export function readEnvelope(body: Uint8Array): Envelope | undefined {
  const text = decoder.decode(body)
  const request = parseJson(text)
  if (!isObject(request) || depthOf(text) > REQUEST_DEPTH_MAX) return undefined
  const { jsonrpc, method } = request
  if (jsonrpc !== undefined && jsonrpc !== null && jsonrpc !== '' && jsonrpc !== '2.0') return undefined
  if (typeof method !== 'string' || method === '') return undefined
  const texts = memberTexts(text)
  const idText = texts.get('id')
  return {
    idText: idText === undefined ? undefined : compactText(idText),
    method,
    params: request.params,
    paramsText: texts.get('params'),
  }
}

export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError }

export function answerText(idText: string | undefined, outcome: RpcOutcome): string {
  const id = idText === undefined ? '' : `"id":${escapeForPages(idText)},`
  const rest = 'result' in outcome ? `"result":${resultText(outcome.result)}` : `"error":${resultText(outcome.error)}`
  return `{"jsonrpc":"2.0",${id}${rest}}\n`
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
