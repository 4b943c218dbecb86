import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../errors.js'

/** Longer than this, and something is wrong that waiting does not mend. */
export const READY_WITHIN_MS = 30_000
const POLL_EVERY_MS = 50
const ANSWER_WITHIN_MS = 5000

/** Ready means that `GET /readyz` answers 200. Asks until it does, the deadline passes, or `signal` calls it off. */
export async function waitReady(
  baseUrl: string,
  options: { what: string; signal: AbortSignal; deadlineMs: number; onWaiting?: (why: string) => void },
): Promise<void> {
  const url = new URL('/readyz', baseUrl)
  const until = performance.now() + options.deadlineMs
  let why = 'it has not answered yet'
  for (;;) {
    const answer = await askReady(url, options.signal)
    if (answer.ok) return
    options.signal.throwIfAborted()
    if (answer.why !== why) options.onWaiting?.(answer.why)
    why = answer.why
    if (performance.now() >= until) {
      throw new StartError(
        `the ${options.what} did not become ready within ${Math.round(options.deadlineMs / 1000)} s: ${why}`,
      )
    }
    await delay(POLL_EVERY_MS, undefined, { signal: options.signal })
  }
}

type Answer = { ok: true } | { ok: false; why: string }

/** Plain `node:http`: fetch refuses to talk to some ports that a person may well choose, 6000 for one. */
function askReady(url: URL, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]) } as const
    const refuse = (error: Error) => resolve({ ok: false, why: error.message })
    get(url, options, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        if (body.length < WHY_CHARACTERS_MAX) body += text
      })
      response.on('error', refuse)
      response.on('end', () => {
        const why = `${url.pathname} answers ${response.statusCode} ${body.trim()}`
        resolve(response.statusCode === 200 ? { ok: true } : { ok: false, why })
      })
    }).on('error', refuse)
  })
}

const WHY_CHARACTERS_MAX = 2000
