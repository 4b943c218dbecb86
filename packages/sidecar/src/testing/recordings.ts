import { readFileSync } from 'node:fs'

/** One recorded HTTP exchange. Ids with a time in them have the time replaced by UNIXMS; a text that ends in * may go on. */
export type Exchange = {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body: unknown
  }
  /** Clock of the sidecar. */
  readonly now_ms?: number
}
/** One recorded frame between sidecar (`out`) and world (`in`). */
export type RecordedFrame = { readonly dir: 'in' | 'out'; readonly msg: Readonly<Record<string, unknown>> }

export function readRecording<Row = Exchange>(name: string): Row[] {
  const text = readFileSync(new URL(`../../fixtures/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

export type Answered = { readonly status: number; readonly contentType: string | null; readonly body: string }

export async function send(url: string, { method, path, headers, body }: Exchange['request']): Promise<Answered> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
  return { status: response.status, contentType: response.headers.get('content-type'), body: await response.text() }
}

export type Comparison = { readonly actual: unknown; readonly recorded: unknown }

/** Send a recorded request; both answers in a form that can be compared as a whole. */
export async function replay(url: string, exchange: Exchange): Promise<Comparison> {
  return compare(await send(url, exchange.request), exchange)
}

export function compare(answered: Answered, { request, response }: Exchange): Comparison {
  const { status, contentType } = answered
  const isText = typeof response.body === 'string'
  const body = isText ? answered.body : fillWildcards(withoutTimes(JSON.parse(answered.body)), response.body)
  return {
    actual: { request, status, contentType, body },
    recorded: {
      request,
      status: response.status,
      contentType: response.headers?.['content-type'] ?? null,
      body: response.body,
    },
  }
}

/** Generated ids with the time taken out. */
export function withoutTimes<Value>(value: Value): Value {
  const text = JSON.stringify(value).replace(/"(ACT|I|K|ev)_\d{13}_/g, '"$1_UNIXMS_')
  return JSON.parse(text) as Value
}

/** Where the recording ends in *, put the recording's text in place of one that fits it. */
function fillWildcards(actual: unknown, recorded: unknown): unknown {
  if (typeof actual === 'string' && typeof recorded === 'string') {
    return recorded.endsWith('*') && actual.startsWith(recorded.slice(0, -1)) ? recorded : actual
  }
  if (Array.isArray(actual) && Array.isArray(recorded))
    return actual.map((item, index) => fillWildcards(item, recorded[index]))
  if (typeof actual !== 'object' || actual === null || typeof recorded !== 'object' || recorded === null) return actual
  const members = recorded as Record<string, unknown>
  return Object.fromEntries(Object.entries(actual).map(([key, member]) => [key, fillWildcards(member, members[key])]))
}
