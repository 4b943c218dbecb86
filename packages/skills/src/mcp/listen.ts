import { AsyncLocalStorage } from 'node:async_hooks'
import { InMemoryServerEventBus, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { isObject } from '../sidecar-envelope.js'
import type { McpResource } from './surface.js'

type Listener = (event: ServerEvent) => void
type Opening = { readonly caller: Caller; readonly uris: readonly string[] }

/**
 * Change events for clients of the stateless revision, who open one stream that names what they want to hear of. A
 * resource is watched for the caller of the stream and for as long as it is open; nobody hears of another's.
 */
export class ListenBus implements ServerEventBus {
  readonly #all = new InMemoryServerEventBus()
  readonly #resources: readonly McpResource[]
  /** Who is opening a stream right now: the SDK subscribes without saying for whom. */
  readonly #opening = new AsyncLocalStorage<Opening>()

  constructor(resources: readonly McpResource[]) {
    this.#resources = resources
  }

  /** Answer a request so that a stream it opens belongs to its caller. */
  runFor<Result>(caller: Caller, parsedBody: unknown, answer: () => Result): Result {
    const uris = wantedUris(parsedBody)
    return uris.length === 0 ? answer() : this.#opening.run({ caller, uris }, answer)
  }

  publish(event: ServerEvent): void {
    this.#all.publish(event)
  }

  subscribe(listener: Listener): () => void {
    const stops = [this.#all.subscribe(listener), ...this.#watch(listener)]
    return () => {
      for (const stop of stops.splice(0)) stop()
    }
  }

  #watch(listener: Listener): (() => void)[] {
    const opening = this.#opening.getStore()
    if (opening === undefined) return []
    return opening.uris.flatMap((uri) => {
      const resource = this.#resources.find((candidate) => candidate.uri === uri)
      if (resource?.watch === undefined) return []
      return [resource.watch(opening.caller, () => listener({ kind: 'resource_updated', uri }))]
    })
  }
}

/** The resources a request to listen names. */
export function wantedUris(parsedBody: unknown): string[] {
  if (!isObject(parsedBody) || parsedBody.method !== 'subscriptions/listen' || !isObject(parsedBody.params)) return []
  const { notifications } = parsedBody.params
  const uris = isObject(notifications) ? notifications.resourceSubscriptions : undefined
  return Array.isArray(uris) ? Array.from(new Set(uris.filter((uri) => typeof uri === 'string'))) : []
}
