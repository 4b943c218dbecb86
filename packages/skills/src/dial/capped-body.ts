import { DialError } from './dial-error.js'

/** Statuses whose answers have no content, by the standard. */
const EMPTY_STATUSES = new Set([101, 204, 205, 304])

/** The answer with a body that ends in an error when it grows beyond the limit. */
export function cappedBody(answer: {
  readonly response: Response
  readonly bytesMax: number
  /** The URL as errors may name it. */
  readonly shown: string
  /** Called once the body was read, failed or was given up. */
  readonly onEnd: () => void
}): Response {
  const { response, bytesMax, shown, onEnd } = answer
  const tooLarge = (): DialError => new DialError('size', `${shown} answers with more than ${bytesMax} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > bytesMax) {
    void response.body?.cancel()
    throw tooLarge()
  }
  const headers = new Headers(Array.from(response.headers).filter(([name]) => name !== 'set-cookie'))
  const init = { status: response.status, statusText: response.statusText, headers }
  const source = response.body?.getReader()
  if (source === undefined || EMPTY_STATUSES.has(response.status)) {
    onEnd()
    return new Response(null, init)
  }
  let bytes = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.read()
        if (done) {
          onEnd()
          controller.close()
          return
        }
        bytes += value.byteLength
        if (bytes > bytesMax) throw tooLarge()
        controller.enqueue(value)
      } catch (error) {
        onEnd()
        controller.error(error)
        void source.cancel(error).catch(() => undefined)
      }
    },
    async cancel(reason) {
      onEnd()
      await source.cancel(reason)
    },
  })
  return new Response(body, init)
}
