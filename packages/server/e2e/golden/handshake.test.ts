import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Closed, type Frame, TestClient } from '../../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../../src/testing/test-server.js'
import { isObject } from './difference.js'
import { comparableWelcome, type FixtureLine, readFixture } from './fixtures.js'

const HELLO_MS = 5000

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

/** What a server says to a first frame: WELCOME, or why it hangs up. */
async function answerTo(first: string | Buffer): Promise<Frame | Closed> {
  const client = await server.connect()
  client.sendRaw(first)
  await Promise.race([client.sync(), client.closed])
  server.tick()
  return client.next('WELCOME').catch(() => client.closed)
}

describe('recorded handshakes', () => {
  const lines = readFixture('hello')
  const textOf = (line: FixtureLine) => line.text ?? JSON.stringify(line.frame)
  const greetings = lines.filter(({ from }) => from === 'client')

  test('[GOLDEN3] who says HELLO is welcomed as it was recorded', async () => {
    const answers: unknown[] = []
    for (const line of greetings.filter(({ expect: e }) => e?.welcome !== undefined)) {
      // One agent came in between without being recorded.
      if (answers.length === 10) await answerTo(textOf(line))
      // One HELLO was sent as bytes.
      const isBytes = textOf(line).includes('"bin"')
      answers.push(comparableWelcome(await answerTo(isBytes ? Buffer.from(textOf(line)) : textOf(line))))
    }
    const recorded = lines.filter(({ from }) => from === 'server').map(({ frame }) => comparableWelcome(frame))
    expect(answers).toEqual(recorded)
  })

  const closed = greetings.filter(({ expect: e }) => e?.close !== undefined)
  test.each(closed.filter(({ expect: e }) => e?.close?.code !== 1006))(
    '[GOLDEN3] who does not, is not: %#',
    async (line) => {
      expect(await answerTo(textOf(line))).toEqual(line.expect?.close)
    },
  )

  // On purpose: the recorded server cuts such sockets without a word, which leaves a client to guess.
  test.each(closed.filter(({ expect: e }) => e?.close?.code === 1006))(
    '[GOLDEN3] a mistyped HELLO: %#',
    async (line) => {
      expect(await answerTo(textOf(line))).toEqual({ code: 1008, reason: expect.stringMatching(/^bad HELLO: /) })
    },
  )

  test('[GOLDEN3] who says nothing is cut', async () => {
    const client = new TestClient(server.wsUrl)
    await client.open()
    server.clock.advance(HELLO_MS)
    expect(await client.closed).toEqual({ code: 1006, reason: '' })
  })
})

test('[GOLDEN4] the catalogs are those recorded: the same seven in the same order, palettes and tuning to the byte', async () => {
  const { client } = await server.join()
  const catalogs = client.take('CATALOG')
  const recorded = readFixture('catalogs').map(({ frame }) => frame as Frame)
  const ofEveryServer = (frame: Frame) => /palette|tuning/.test(String(frame['name']))
  expect(catalogs.filter(ofEveryServer)).toEqual(recorded.filter(ofEveryServer))
  const plain = (frames: Frame[]) => frames.map((frame) => withoutTexts({ ...frame, digest: typeof frame['digest'] }))
  expect(plain(catalogs)).toEqual(plain(recorded))
})

/** Texts are every server's own words. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([key]) => key !== 'title' && key !== 'description')
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutTexts(field)]))
}
