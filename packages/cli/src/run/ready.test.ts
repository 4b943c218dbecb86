import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { waitReady } from './ready.js'

async function answering(statuses: number[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(statuses[Math.min(asked.length, statuses.length) - 1] ?? 500).end('why\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, asked, close: () => server.close() }
}

const patient = { what: 'sidecar', signal: new AbortController().signal, deadlineMs: 20_000 }

test('[READY1] asks /readyz until it answers 200', async () => {
  const service = await answering([503, 503, 200])
  const waiting: string[] = []
  await waitReady(service.url, { ...patient, onWaiting: (why) => waiting.push(why) })
  service.close()
  expect(service.asked).toEqual(['GET /readyz', 'GET /readyz', 'GET /readyz'])
  expect(waiting).toEqual(['/readyz answers 503 why'])
})

test('[READY2] gives up at the deadline, with the last reason', async () => {
  const service = await answering([503])
  await expect(waitReady(service.url, { ...patient, deadlineMs: 0 })).rejects.toThrow(
    'the sidecar did not become ready within 0 s: /readyz answers 503 why',
  )
  service.close()
})

test('[READY3] a stop calls it off', async () => {
  const service = await answering([503])
  const stop = new AbortController()
  const waiting = waitReady(service.url, { ...patient, signal: stop.signal, onWaiting: () => stop.abort() })
  await expect(waiting).rejects.toThrow('aborted')
  service.close()
})
