import { createGuardedFetch, type DialPolicy, SkillError } from '@clawstead/skills'
import type { Identity } from '../identity/identity.js'
import { INFO_BYTES_MAX, INFO_TIMEOUT_MS, REMOTE_TIMEOUT_MS_MAX } from './limits.js'
import { createMeshSpeaker } from './mesh-speaker.js'
import { remoteUrl } from './remote-list.js'
import { problemOf } from './remote-problem.js'

export type CallOnceOptions = {
  readonly identity: Identity
  /** Address of a skill: `http://host:port/mcp/goplaces/search`. */
  readonly url: string
  readonly input: unknown
  readonly guard: DialPolicy
  readonly now?: () => number
  readonly signal?: AbortSignal
}

/**
 * Call one skill of a node that is not kept as a remote: read what it says about itself, check the input by that, sign,
 * call, and check the answer. Rejects with a SkillError.
 */
export async function callOnce(options: CallOnceOptions): Promise<unknown> {
  const { identity, input, guard, now = Date.now, signal: callerSignal } = options
  const url = remoteUrl(options.url)
  const mark = url.lastIndexOf('/mcp/')
  if (mark < 0)
    throw new SkillError('bad_input', `${url}: expected the address of a skill, such as http://host/mcp/a/b`)
  const name = url.slice(mark + '/mcp/'.length)
  const fetch = createGuardedFetch({ ...guard, timeoutMs: REMOTE_TIMEOUT_MS_MAX, bytesMax: INFO_BYTES_MAX })
  let pinned: string | undefined
  const speaker = createMeshSpeaker({ url, identity, fetch, now, pinnedKey: () => pinned })
  const within = (timeoutMs: number): AbortSignal => {
    const limit = AbortSignal.timeout(timeoutMs)
    return callerSignal === undefined ? limit : AbortSignal.any([callerSignal, limit])
  }
  try {
    const info = await speaker.read(within(INFO_TIMEOUT_MS))
    const skill = info.skills.find((one) => one.name === name)
    if (skill === undefined) {
      const known = info.skills.map((one) => one.name)
      throw new SkillError(
        'not_found',
        `${url} is no skill${known.length === 0 ? '' : `; there is ${known.join(', ')}`}`,
      )
    }
    const checked = skill.input.check(input)
    if (!checked.ok) throw new SkillError('bad_input', checked.problem)
    pinned = info.signs ? info.key?.pubkey : undefined
    const signal = within(skill.timeoutMs)
    const data = await speaker.call({ skill, input: checked.value, signal, onProgress: () => undefined })
    const output = skill.output.check(data)
    if (!output.ok)
      throw new SkillError('bad_output', `${url} answered what its schema does not allow: ${output.problem}`)
    return output.value
  } catch (error) {
    throw error instanceof SkillError ? error : problemOf(url, error).shown
  } finally {
    await speaker.close()
    await fetch.close()
  }
}
