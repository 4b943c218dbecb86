import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { wantedUris } from './listen.js'
import { tellSkillsChanged } from './server.js'
import type { McpSurface } from './surface.js'

/**
 * Word of changes for the one client over pipes. The SDK answers requests to listen by itself and hands on what the server
 * tells, so somebody has to tell: of the tools always, of a resource for as long as a request names it.
 */
export function tellingTransport(
  wire: Transport,
  { resources = [], registry }: McpSurface,
  { caller, server }: { readonly caller: Caller; readonly server: () => Server | undefined },
): Transport {
  const urisByRequest = new Map<string | number, readonly string[]>()
  const stopByUri = new Map<string, () => void>()
  let isReady = false

  function watch(uri: string): void {
    const resource = resources.find((candidate) => candidate.uri === uri)
    if (resource?.watch === undefined || stopByUri.has(uri)) return
    const tell = (): void => void server()?.sendResourceUpdated({ uri }).catch(ignore)
    stopByUri.set(uri, resource.watch(caller, tell))
  }

  function endRequest(id: unknown): void {
    if (!urisByRequest.delete(id as string)) return
    const wanted = new Set(Array.from(urisByRequest.values()).flat())
    for (const [uri, stop] of stopByUri) {
      if (wanted.has(uri)) continue
      stop()
      stopByUri.delete(uri)
    }
  }

  function received(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    // During a handshake the client may not be spoken to.
    if (message.method !== 'initialize') isReady = true
    if (message.method === 'notifications/cancelled') endRequest(message.params?.['requestId'])
    const uris = wantedUris(message)
    if (!('id' in message) || uris.length === 0) return
    urisByRequest.set(message.id, uris)
    uris.forEach(watch)
  }

  const stopListening = registry.onChange(() => {
    const told = server()
    if (isReady && told !== undefined) void tellSkillsChanged(told)
  })
  const outer: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    send(message, options) {
      // An answer to a request to listen is its end, or a refusal.
      if (!('method' in message)) endRequest(message.id)
      return wire.send(message, options)
    },
  }
  // oxlint-disable unicorn/prefer-add-event-listener -- not an EventTarget
  wire.onmessage = (message, extra) => {
    received(message)
    outer.onmessage?.(message, extra)
  }
  wire.onerror = (error) => outer.onerror?.(error)
  wire.onclose = () => {
    stopListening()
    for (const id of Array.from(urisByRequest.keys())) endRequest(id)
    outer.onclose?.()
  }
  // oxlint-enable unicorn/prefer-add-event-listener
  return outer
}

/** A client that has gone no longer needs to know. */
const ignore = (): void => undefined
