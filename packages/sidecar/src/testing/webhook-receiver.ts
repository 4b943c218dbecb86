import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Delivery = {
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly body: Buffer
  readonly json: Record<string, unknown>
}

export type WebhookReceiver = {
  readonly url: string
  /** `host:port`, as the setting names it. */
  readonly address: string
  /** The next delivery, answered with a status. */
  next(status?: number): Promise<Delivery>
  close(): Promise<void>
}

/** An address that agents have woken, played by a test. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrived: { delivery: Delivery; answer: (status: number) => void }[] = []
  let wake = (): void => undefined
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const delivery = {
      headers: request.headers,
      path: request.url ?? '',
      body: Buffer.from(body),
      json: JSON.parse(body) as Record<string, unknown>,
    }
    arrived.push({ delivery, answer: (status) => response.writeHead(status, { location: '/elsewhere' }).end() })
    wake()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${address}/wake?for=me`,
    address,
    async next(status = 204) {
      let first = arrived.shift()
      while (first === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        first = arrived.shift()
      }
      first.answer(status)
      return first.delivery
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
