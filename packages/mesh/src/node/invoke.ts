import { randomBytes } from 'node:crypto'
import {
  type DoorAnswer,
  type DoorRequest,
  type Logger,
  type Registry,
  readWay,
  type Skill,
  SkillError,
} from '@clawstead/skills'
import { withoutMeta } from '../identity/index.js'
import { type CallBody, methodProblem, readCallBody } from './call-body.js'
import { failureEnvelope, STATUS_BY_CODE, successEnvelope } from './envelope.js'
import { plainJson } from './plain-json.js'
import { nonceOf, type Replies } from './reply.js'

/** A signed call that came to its end, for whoever keeps receipts. */
export type FinishedCall = {
  readonly signed: NonNullable<DoorRequest['signed']>
  readonly skill: Skill
  /** The body of the answer as it was sent: canonical JSON. */
  readonly answerText: string
  readonly status: number
  readonly atMs: number
}

export type InvokeOptions = {
  readonly registry: Registry
  /** Agent id of this node: a call that passed through it before is refused. */
  readonly agentId: string
  readonly replies: Replies
  readonly log: Logger
  readonly now: () => number
  readonly onSignedCall?: ((call: FinishedCall) => void) | undefined
}

const BUSY_RETRY_SECONDS = 1
const REFERENCE_BYTES = 4
/** Says what a call is about besides its input, and is not part of it. */
const META = '_meta'

/** Runs the skill a path names and answers with the envelope, whatever comes of it. */
export async function invoke(
  options: InvokeOptions,
  name: string,
  request: DoorRequest,
  hops: number,
): Promise<DoorAnswer> {
  const { registry, replies, log, agentId } = options
  const skill = registry.find(name, 'mesh')
  if (skill === undefined) return refuse(404, `no skill ${name}`)
  const read = readCallBody(request.body, skill.input.json, request.signed?.body)
  if (!read.ok) return refuse(400, read.problem)
  const { body } = read
  const problem = methodProblem(body.method, name, request.signed !== undefined)
  if (problem !== undefined) return refuse(400, problem, body)
  const meta = body.params[META]
  const came = readWay({ meta, hops, ownId: agentId, signerId: request.signed?.agentId })
  if (!came.ok) return refuse(came.reason === 'malformed' ? 400 : 403, came.problem, body)

  try {
    const { caller, signal } = request
    const input = inputOf(body, skill)
    const { way } = came
    const result = await registry.call({ skill: name, input, caller, door: 'mesh', way, ...(signal && { signal }) })
    return answer(200, successEnvelope(plainJson(result), body), body, {})
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { status, message, headers } = told(error, skill)
    return answer(status, failureEnvelope({ status, message }, body), body, headers)
  }

  function refuse(status: number, message: string, asked?: CallBody): DoorAnswer {
    return replies.json({
      status,
      method: name,
      value: failureEnvelope({ status, message }, asked),
      nonce: nonceOf(request, asked?.nonce),
    })
  }

  function answer(
    status: number,
    envelope: Readonly<Record<string, unknown>>,
    asked: CallBody,
    headers: Record<string, string>,
  ): DoorAnswer {
    const { signed } = request
    const reply = replies.json({ status, method: name, value: envelope, nonce: nonceOf(request, asked.nonce), headers })
    if (signed !== undefined && skill !== undefined) {
      options.onSignedCall?.({ signed, skill, answerText: reply.body, status, atMs: options.now() })
    }
    return reply
  }

  function told(error: SkillError, { origin }: Skill): Told {
    const { code, at } = error
    const message = at === undefined || at.pointer === '' ? error.message : `${at.pointer}: ${at.rule}`
    // Somebody else's service answered nonsense: that is a bad gateway, not a fault of this node.
    const status = code === 'bad_output' && origin === 'remote' ? 502 : STATUS_BY_CODE[code]
    if (code === 'busy') return { status, message, headers: { 'retry-after': String(BUSY_RETRY_SECONDS) } }
    if (code === 'signature_required') return { status, message, headers: { 'www-authenticate': 'Bearer' } }
    if (code !== 'internal') return { status, message, headers: {} }
    // Callers are not told what broke, only how whoever runs the node can find it.
    const reference = randomBytes(REFERENCE_BYTES).toString('hex')
    log.error({ reference, skill: name, err: error.cause }, 'a skill broke')
    return { status, message: `${message} (reference ${reference})`, headers: {} }
  }
}

type Told = { readonly status: number; readonly message: string; readonly headers: Record<string, string> }

function inputOf({ params }: CallBody, skill: Skill): unknown {
  return META in propertiesOf(skill) ? params : withoutMeta(params)
}

function propertiesOf({ input }: Skill): object {
  const { properties } = input.json
  return typeof properties === 'object' && properties !== null ? properties : {}
}
