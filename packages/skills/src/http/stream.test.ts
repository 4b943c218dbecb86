import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { goneSignal, sendStream } from './stream.js'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('[STREAM1] a stream is passed on as it comes, and ends where it ends', async () => {
  const parts = ['one ', 'two ', 'three']
  const url = await serve((_request, response) => {
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift()
        if (part === undefined) controller.close()
        else controller.enqueue(bytes(part))
      },
    })
    void sendStream(stream, response)
  })
  expect(await (await fetch(url)).text()).toBe('one two three')
})

test('[STREAM2] when the reader goes, the source is told, and it is read no faster than it is taken', async () => {
  let pulls = 0
  let tell: (isGone: boolean) => void = () => undefined
  const cancelled = new Promise((resolve) => {
    tell = resolve
  })
  const url = await serve((_request, response) => {
    const signal = goneSignal(response)
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        controller.enqueue(new Uint8Array(64 * 1024))
      },
      cancel: () => tell(signal.aborted),
    })
    void sendStream(stream, response)
  })
  const stop = new AbortController()
  const response = await fetch(url, { signal: stop.signal })
  await response.body?.getReader().read()
  stop.abort()
  expect(await cancelled).toBe(true)
  expect(pulls).toBeLessThan(1000)
})

test('[STREAM3] a source that breaks ends the connection before its time', async () => {
  const url = await serve((_request, response) => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('begin')),
      pull: () => Promise.reject(new Error('broken')),
    })
    void sendStream(stream, response)
  })
  const reading = fetch(url).then((response) => response.text())
  await expect(reading).rejects.toThrow(/terminated|fetch failed|aborted/)
})
