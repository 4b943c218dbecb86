import type { Caller } from '../caller.js'
import type { Door, DoorAnswer, DoorRequest } from '../door.js'

/** A `fetch` that ends at a door instead of a network: the door sees what an HTTP server would hand it. */
export function doorFetch(door: Door, callerOf: (headers: Headers) => Caller): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const doorRequest: DoorRequest = {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(await request.arrayBuffer()),
      caller: callerOf(request.headers),
      signal: request.signal,
    }
    if (!door.serves(doorRequest) || !door.takes(doorRequest)) return new Response('not for this door', { status: 418 })
    const { status, contentType, headers, body } = await door.answer(doorRequest)
    const isEmpty = body === ''
    return new Response(isEmpty ? null : body, {
      status,
      headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    })
  }
}

/** The whole content of an answer that is no stream. */
export function textOf({ body }: Pick<DoorAnswer, 'body'>): string {
  if (typeof body !== 'string') throw new TypeError('the answer is a stream')
  return body
}
