import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import type { DoorAnswer, DoorRequest } from '../door.js'
import { abortSignalOf } from '../gone-signal.js'

export const BOTH_FORMS = 'application/json, text/event-stream'

export function headerOf({ headers }: DoorRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

/** True when the sender takes whatever comes, as plain HTTP tools say it. Clients of the protocol name what they take. */
export function takesAnything(request: DoorRequest): boolean {
  const accept = headerOf(request, 'accept')?.trim() ?? ''
  return accept === '' || accept === '*/*'
}

/**
 * The request as the web knows it. Whoever takes anything takes both forms of answers, and the content type that curl
 * sends when told nothing stands for JSON; other content types are left to be refused.
 */
export function toWebRequest(request: DoorRequest): Request {
  const { method, path, query = '', body, signal } = request
  const headers = new Headers()
  for (const name of Object.keys(request.headers)) headers.set(name, headerOf(request, name) ?? '')
  if (takesAnything(request)) headers.set('accept', BOTH_FORMS)
  const contentType = headers.get('content-type') ?? ''
  if (contentType === '' || contentType.startsWith('application/x-www-form-urlencoded')) {
    headers.set('content-type', 'application/json')
  }
  return new Request(`http://localhost${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: Uint8Array.from(body) } : {}),
    ...(signal === undefined ? {} : { signal: abortSignalOf(signal) }),
  })
}

export async function toDoorAnswer(response: Response): Promise<DoorAnswer> {
  const headers = Object.fromEntries(response.headers)
  const contentType = headers['content-type']
  delete headers['content-type']
  const isStream = contentType?.startsWith('text/event-stream') === true && response.body !== null
  return {
    status: response.status,
    headers,
    ...(contentType === undefined ? {} : { contentType }),
    body: isStream && response.body !== null ? response.body : await response.text(),
  }
}

/** Carries the caller to the handlers; the SDK passes it on without looking. */
export function authInfoOf(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.identity, scopes: [], extra: { caller } }
}

/** A JSON-RPC error that belongs to no request. */
export function rpcRefusal(status: number, code: number, message: string): DoorAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  return { status, contentType: 'application/json', body }
}
