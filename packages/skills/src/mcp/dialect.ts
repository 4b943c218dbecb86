import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import type { DoorRequest } from '../door.js'
import { isObject } from '../sidecar-envelope.js'
import { headerOf } from './web.js'

/** Methods of the sidecar's own dialect, which shares the path. */
const SIDECAR_METHODS: readonly unknown[] = ['list_tools', 'call_tool']

/**
 * Which dialect a POST to the shared path speaks. A client of the Model Context Protocol gives itself away: by the version
 * header, by a session, by the version inside the request, by a handshake that names a version as text, or by taking
 * event streams. Everything else, misspelt methods and broken bodies included, is the sidecar's.
 */
export function speaksMcp(request: DoorRequest): boolean {
  if (headerOf(request, 'mcp-protocol-version') !== undefined) return true
  const { body } = request
  const hints = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mayNameVersion = hints.includes(PROTOCOL_VERSION_META_KEY) || hints.includes('protocolVersion')
  const takesStreams = headerOf(request, 'accept')?.includes('text/event-stream') === true
  const hasSession = headerOf(request, 'mcp-session-id') !== undefined
  if (!mayNameVersion && !takesStreams && !hasSession) return false
  const message = parseBody(body)
  if (!isObject(message)) return takesStreams || hasSession
  const params = isObject(message.params) ? message.params : {}
  if (isObject(params._meta) && PROTOCOL_VERSION_META_KEY in params._meta) return true
  if (SIDECAR_METHODS.includes(message.method)) return false
  if (message.method === 'initialize') return typeof params.protocolVersion === 'string'
  return takesStreams || hasSession
}

/** @returns undefined for what is not JSON. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
