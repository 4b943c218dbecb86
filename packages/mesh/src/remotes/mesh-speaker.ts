import { SkillError, WAY_KEY } from '@clawstead/skills'
import { withMeta } from '../identity/audience.js'
import { publicKeyFromText } from '../identity/encodings.js'
import type { Identity } from '../identity/identity.js'
import { verifyReply } from '../identity/reply.js'
import { createNonce, signCall } from '../identity/sign-call.js'
import { readStrictJson } from '../identity/strict-json.js'
import { foreignText } from './foreign-text.js'
import { HOPS_HEADER } from './hops.js'
import { ANSWER_BYTES_MAX, DISCOVER_BYTES_MAX, INFO_BYTES_MAX, RETRY_AFTER_MS_MAX } from './limits.js'
import { readBytes } from './read-bytes.js'
import { membersOf, type RemoteInfo, readInfo } from './remote-info.js'
import { nonsense, problemOf, RemoteProblem } from './remote-problem.js'
import { SkillTexts } from './skill-texts.js'
import type { Speaker } from './speaker.js'

export type MeshSpeakerOptions = {
  /** Of the node or of one of its namespaces, without a slash at the end. */
  readonly url: string
  readonly identity: Identity
  readonly fetch: typeof fetch
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** The key that answers must be signed with; undefined while none is known, or for a remote that never signs. */
  readonly pinnedKey: () => string | undefined
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/** Speaks to a node of the mesh: signed calls, answers whose signature must hold. */
export function createMeshSpeaker(options: MeshSpeakerOptions): Speaker {
  const { url, identity, now, pinnedKey } = options
  const root = rootOf(url)
  const texts = new SkillTexts()

  async function exchange(target: string, bytesMax: number, init: RequestInit): Promise<Answer> {
    let response: Response
    let bytes: Uint8Array
    try {
      response = await options.fetch(target, init)
      bytes = await readBytes(response, target, bytesMax)
    } catch (error) {
      throw problemOf(target, error)
    }
    const { status, headers } = response
    if (status === 404) throw new RemoteProblem('not_found', `nothing at ${target}`)
    if (status >= 500) throw serverProblem(target, status, bytes)
    const json = readStrictJson(bytes)
    if (status === 429) throw laterProblem(target, headers)
    if (status >= 400) throw refusedProblem(target, status, json.ok ? json.value : undefined)
    if (!json.ok) throw nonsense(target, json.problem)
    return { status, headers, body: json.value }
  }

  function checkSignature(answer: Answer, target: string, call: { method: string; nonce: string; key: string }): void {
    const publicKey = publicKeyFromText(call.key)
    if (publicKey === undefined) throw nonsense(target, 'its key is malformed')
    const { method, nonce } = call
    const verdict = verifyReply({ ...answer, method, nonce, publicKey, nowMs: now() })
    if (!verdict.ok) throw nonsense(target, verdict.reason)
  }

  /** Asking changes nothing, so a failure is tried once more. */
  async function get(
    target: string,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<{ readonly answer: Answer; readonly nonce: string }> {
    const nonce = createNonce()
    const headers = { accept: 'application/json', 'x-nonce': nonce }
    const ask = (): Promise<Answer> => exchange(target, bytesMax, { headers, signal })
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof RemoteProblem && error.kind === 'failure' && !signal.aborted) return ask()
      throw error
    })
    return { answer, nonce }
  }

  async function readInfoAt(target: string, signal: AbortSignal): Promise<RemoteInfo> {
    const { answer, nonce } = await get(target, INFO_BYTES_MAX, signal)
    let info: RemoteInfo
    try {
      info = readInfo(answer.body)
    } catch (error) {
      throw nonsense(target, error instanceof Error ? error.message : String(error))
    }
    const key = info.key?.pubkey
    const isSigned = answer.headers.has('x-signature')
    // What is read is signed under its path below `/mcp/`.
    if (isSigned && key !== undefined) {
      checkSignature(answer, target, { method: target.slice(root.length + 1), nonce, key })
    } else if (pinnedKey() !== undefined) throw nonsense(target, 'the reply is not signed')
    // A key that signed nothing is only a claim: it could be anybody's.
    return isSigned && key !== undefined ? { ...info, signs: true } : { ...info, key: undefined }
  }

  async function read(signal: AbortSignal): Promise<RemoteInfo> {
    const info = await readInfoAt(`${url}/info`, signal)
    const skills = await texts.completed(info.skills, async (name) => {
      const own = await readInfoAt(`${root}/${name}/info`, signal)
      return own.key?.pubkey === info.key?.pubkey ? own.skills.find((skill) => skill.name === name) : undefined
    })
    return { ...info, skills }
  }

  return {
    read,
    async call({ skill, input, way, signal }) {
      const target = `${root}/${skill.remoteName}`
      const given = membersOf(input) ?? {}
      const params = way === undefined ? given : withMeta(given, WAY_KEY, way.nodes)
      const signed = signCall({ identity, method: skill.remoteName, params, url: target, nowMs: now() })
      const passed = way === undefined ? {} : { [HOPS_HEADER]: String(way.hops) }
      const headers = { ...signed.headers, accept: 'application/json', ...passed }
      const answer = await exchange(target, ANSWER_BYTES_MAX, { method: 'POST', headers, body: signed.body, signal })
      const key = pinnedKey()
      if (key !== undefined) checkSignature(answer, target, { method: skill.remoteName, nonce: signed.nonce, key })
      return dataOf(target, answer.body)
    },
    async peers(signal) {
      const { answer } = await get(`${url}/discover`, DISCOVER_BYTES_MAX, signal)
      if (!Array.isArray(answer.body)) throw nonsense(`${url}/discover`, 'expected a list')
      return answer.body.filter((peer) => typeof peer === 'string')
    },
    close: async () => undefined,
  }
}

/** Skills are called below `/mcp`, also when the remote was named by one of its namespaces. */
function rootOf(url: string): string {
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/')
  const mark = segments.lastIndexOf('mcp')
  return mark < 0 ? url : `${origin}${segments.slice(0, mark + 1).join('/')}`
}

function dataOf(target: string, body: unknown): unknown {
  const { success, data, error } = membersOf(body) ?? {}
  if (success === true) {
    if (data === undefined) throw nonsense(target, 'success without data')
    return data
  }
  if (success !== false) throw nonsense(target, 'no envelope with success')
  if (typeof error !== 'string') throw nonsense(target, 'a failure without its error')
  const message = foreignText(error)
  throw new RemoteProblem('refused', message, { shown: new SkillError('failed', message), isProperAnswer: true })
}

function errorText(body: unknown): string {
  const error = membersOf(body)?.['error']
  return typeof error === 'string' ? foreignText(error) : 'no reason given'
}

function serverProblem(target: string, status: number, bytes: Uint8Array): RemoteProblem {
  const json = readStrictJson(bytes)
  const message = `${target} answered ${status}: ${errorText(json.ok ? json.value : undefined)}`
  const code = status === 504 ? 'timeout' : 'unavailable'
  return new RemoteProblem('failure', message, { shown: new SkillError(code, message) })
}

function refusedProblem(target: string, status: number, body: unknown): RemoteProblem {
  const message = `${target} refused the call with ${status}: ${errorText(body)}`
  return new RemoteProblem('refused', message, { isProperAnswer: membersOf(body)?.['success'] === false })
}

function laterProblem(target: string, headers: Headers): RemoteProblem {
  const seconds = Number(headers.get('retry-after') ?? 1)
  const retryAfterMs = Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 1000, 0), RETRY_AFTER_MS_MAX)
  const message = `${target} takes no more calls for ${Math.ceil(retryAfterMs / 1000)}s`
  return new RemoteProblem('busy', message, { retryAfterMs })
}
