import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { abortSignalOf } from '../gone-signal.js'
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

test('[STREAM4] who listens hears of a reader that goes, before its answer and once; who stopped listening does not', async () => {
  const heard: string[] = []
  let arrived: () => void = () => undefined
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let tell: (signal: AbortSignal) => void = () => undefined
  const aborted = new Promise<AbortSignal>((resolve) => {
    tell = resolve
  })
  const url = await serve((_request, response) => {
    const gone = goneSignal(response)
    const stopped = (): void => void heard.push('stopped')
    gone.addEventListener('abort', stopped)
    gone.addEventListener('abort', () => heard.push(`gone ${gone.aborted}`))
    gone.removeEventListener('abort', stopped)
    const signal = abortSignalOf(gone)
    signal.addEventListener('abort', () => tell(signal), { once: true })
    expect([gone.aborted, signal.aborted, abortSignalOf(signal) === signal]).toEqual([false, false, true])
    arrived()
  })
  const stop = new AbortController()
  const response = fetch(url, { signal: stop.signal })
  await hasArrived
  stop.abort()
  await expect(response).rejects.toThrow('aborted')
  const late = await aborted
  expect([heard, late.aborted]).toEqual([['gone true'], true])
})

test('[STREAM4] a reader that got its whole answer is not gone, and one that has gone stays so', async () => {
  const heard: string[] = []
  const signals: { readonly aborted: boolean }[] = []
  let close: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const url = await serve((_request, response) => {
    const gone = goneSignal(response)
    gone.addEventListener('abort', () => heard.push('gone'))
    signals.push(gone)
    response.once('close', close)
    response.end('whole')
  })
  expect(await (await fetch(url)).text()).toBe('whole')
  await closed
  expect([heard, signals[0]?.aborted]).toEqual([[], false])
  expect(abortSignalOf({ aborted: true, addEventListener() {}, removeEventListener() {} }).aborted).toBe(true)
})
