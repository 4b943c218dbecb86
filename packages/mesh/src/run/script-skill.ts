import type { HostFunction, Sandbox } from '@clawstead/sandbox'
import { type SkillContext, SkillError, type SkillManifest } from '@clawstead/skills'
import type { Secrets } from '../secrets/index.js'
import { FETCHED_CHARACTERS_MAX } from './limits.js'
import type { SkillPowers } from './skill-code.js'

export type ScriptSkillOptions = {
  readonly manifest: SkillManifest
  readonly source: string
  readonly fileName: string
  readonly powers: SkillPowers
  readonly sandbox: Sandbox
  readonly secrets: Secrets
  /** Dials only where it may. */
  readonly fetch: typeof fetch
  readonly now: () => number
}

/** What runs a skill's module in the sandbox: it has the host functions that its dependencies name, and no others. */
export function scriptRun(options: ScriptSkillOptions): (input: unknown, context: SkillContext) => Promise<unknown> {
  const { manifest, source, fileName, sandbox, secrets, now } = options
  return async (input, context) => {
    const outcome = await sandbox.run({
      source,
      fileName,
      input,
      host: hostOf(options, context),
      deadlineMs: manifest.timeoutMs,
      nowMs: now(),
      seed: now(),
      signal: context.signal,
    })
    if (outcome.ok) return secrets.redactor.data(outcome.value)
    const where = outcome.line === undefined ? '' : ` (${fileName}:${outcome.line})`
    throw new SkillError('failed', secrets.redactor.text(`${outcome.message}${where}`))
  }
}

function hostOf(
  { manifest, powers, secrets, fetch }: ScriptSkillOptions,
  context: SkillContext,
): Record<string, HostFunction> {
  return {
    progress: {
      gives: 'promise',
      call: ([progress, message]) =>
        context.progress({
          progress: Number(progress),
          ...(typeof message === 'string' ? { message: secrets.redactor.text(message) } : {}),
        }),
    },
    ...(powers.http
      ? { fetch: { gives: 'promise', call: ([url, init], signal) => fetchText(fetch, powers, { url, init, signal }) } }
      : {}),
    ...(powers.secrets.size > 0
      ? {
          secret: {
            gives: 'promise',
            async call([name]) {
              const reference = powers.secrets.get(String(name))
              if (reference === undefined)
                throw new Error(`secrets of this skill are ${[...powers.secrets.keys()].join(', ')}`)
              return (await secrets.resolve(reference)).reveal()
            },
          },
        }
      : {}),
    ...(manifest.dependencies.length > 0
      ? { call: { gives: 'promise', call: ([skill, input]) => context.call(String(skill), input ?? {}) } }
      : {}),
  }
}

type Fetching = { readonly url: unknown; readonly init: unknown; readonly signal: AbortSignal }

/** Requests and answers of a script are data: method, headers and a text. */
async function fetchText(fetch: ScriptSkillOptions['fetch'], powers: SkillPowers, { url, init, signal }: Fetching) {
  if (typeof url !== 'string' || !URL.canParse(url)) throw new TypeError('fetch: the first argument must be a URL')
  const { hostname } = new URL(url)
  if (powers.hosts !== undefined && !powers.hosts.includes(hostname.toLowerCase())) {
    throw new TypeError(`fetch: ${hostname} is not among the hosts of permissions.http`)
  }
  const { method = 'GET', headers = {}, body } = (init ?? {}) as { method?: string; headers?: object; body?: unknown }
  if (body !== undefined && typeof body !== 'string') throw new TypeError('fetch: body must be a text')
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    signal,
  })
  const text = await response.text()
  if (text.length > FETCHED_CHARACTERS_MAX) throw new Error(`fetch: more than ${FETCHED_CHARACTERS_MAX} characters`)
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
}
