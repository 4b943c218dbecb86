/** Which node a signature is meant for, said inside the signed params: without it a call could be sent on to another one. */
export const AUDIENCE_KEY = 'io.nullblock/aud'
const META = '_meta'

export type Params = Readonly<Record<string, unknown>>

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function withAudience(params: Params, url: string): Params {
  return withMeta(params, AUDIENCE_KEY, url)
}

/** Params that say one thing more about the call. */
export function withMeta(params: Params, key: string, value: unknown): Params {
  const meta = params[META]
  return { ...params, [META]: { ...(isParams(meta) ? meta : {}), [key]: value } }
}

/** What the caller says it called; `null` for something that is no text. */
export function audienceOf(params: unknown): string | null | undefined {
  const meta = isParams(params) ? params[META] : undefined
  const audience = isParams(meta) ? meta[AUDIENCE_KEY] : undefined
  return audience === undefined || typeof audience === 'string' ? audience : null
}

/** Params as the skill gets them: what is said about the call is not part of its input. */
export function withoutMeta(params: Params): Params {
  if (!(META in params)) return params
  const { [META]: _meta, ...input } = params
  return input
}

/** Whether a URL is this node's: the called path itself, or the base that others know the node by. */
export function isOwnUrl(audience: string, path: string, publicUrls: readonly string[]): boolean {
  const called = parsed(audience)
  return publicUrls.some((text) => {
    const own = parsed(text)
    if (own === undefined || called === undefined || called.origin !== own.origin) return false
    return [trimmed(path), trimmed(own.pathname)].includes(trimmed(called.pathname)) && called.username === ''
  })
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '')
}
