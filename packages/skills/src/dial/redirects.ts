import { DialError } from './dial-error.js'

type Exchange = { readonly method: string; readonly headers: Headers; readonly body: RequestInit['body'] }

/** What another origin may learn from a request it was not meant for. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'user-agent']

/** Where a redirect leads and what is sent there. The caller checks the URL like any other. */
export function nextHop(from: {
  readonly url: URL
  readonly exchange: Exchange
  readonly status: number
  readonly location: string
}): { readonly url: URL; readonly exchange: Exchange } {
  const { exchange, status } = from
  const sender = `${from.url.protocol}//${from.url.host}`
  if (!URL.canParse(from.location, from.url.href))
    throw new DialError('redirect', `${sender} redirects to what is no URL`)
  const url = new URL(from.location, from.url)
  const isSameOrigin = url.origin === from.url.origin
  if (exchange.method === 'GET' || exchange.method === 'HEAD') {
    return { url, exchange: isSameOrigin ? exchange : { ...exchange, headers: harmless(exchange.headers) } }
  }
  // What changes something is sent once, to whom it was meant for.
  if (!isSameOrigin) throw new DialError('redirect', `${sender} redirects a ${exchange.method} to another origin`)
  if (status !== 307 && status !== 308) {
    throw new DialError('redirect', `${sender} answers a ${exchange.method} with ${status}, which would drop its body`)
  }
  if (exchange.body instanceof ReadableStream) {
    throw new DialError('redirect', `${sender} redirects a ${exchange.method} whose body can be read only once`)
  }
  return { url, exchange }
}

function harmless(headers: Headers): Headers {
  const kept = new Headers()
  for (const name of HARMLESS_HEADERS) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept
}
