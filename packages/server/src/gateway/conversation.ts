import {
  ACT_STALE_TICKS,
  type Act,
  decodeClientFrame,
  type EventBatchReq,
  eventBatchLimit,
  isKnownVersion,
  type ProtocolVersion,
  refusalOfBrokenAct,
} from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { AckRecord } from '../host/act-ledger.js'
import type { AgentRecord } from '../host/agents.js'
import type { EventRecord } from '../host/event-store.js'
import { type ActRefused, type ActVerdict, badRequest, judgeAct } from './acts.js'
import type { GatewayContext } from './context.js'
import { ackFrame, eventBatchFrame, nackFrame } from './frames.js'
import type { Outbox } from './outbox.js'

/** How long a lookup of events may take before the client gets an empty answer instead of none. */
const EVENT_LOOKUP_MS = 2_000

/** A client in the middle of its session, as far as its own frames are concerned. */
export interface Speaker {
  readonly context: GatewayContext
  readonly agent: AgentRecord
  readonly version: ProtocolVersion
  /** The client understands what this server adds to the wire. */
  readonly additions: boolean
  readonly outbox: Outbox
}

/** Handles one frame of a joined client. What cannot be understood and has nobody to answer is ignored. */
export function hear(speaker: Speaker, frame: Uint8Array): void {
  const { context, agent, version } = speaker
  const withinRate = context.frameRateOf(agent).take(context.clock.now())
  const decoded = decodeClientFrame(frame)
  if (!decoded.ok) {
    const { error } = decoded
    context.log.debug({ agentId: agent.id, reason: error.message }, 'a frame was not understood')
    const refusal = version === '1.1' ? refusalOfBrokenAct(error) : undefined
    if (refusal !== undefined) answer(speaker, badRequest(refusal))
    return
  }
  const message = decoded.value
  if (message.type === 'ACT') {
    if (version === '1.1') answer(speaker, withinRate ? judge(speaker, message) : tooFast(speaker, message))
    else if (withinRate && isKnownVersion(message.protocol_version)) submitUnanswered(speaker, message)
  } else if (message.type === 'EVENT_BATCH_REQ' && version === '1.1' && message.req_id !== '') {
    void sendEvents(speaker, message, withinRate)
  }
}

function judge(speaker: Speaker, act: Act): ActVerdict {
  const { context, agent } = speaker
  return judgeAct(act, worldMeant(speaker, act), agent.acts, context.host.nextTick)
}

/** The world an act is for. A server of one world takes whatever name its clients know it by. */
function worldMeant({ context, agent }: Speaker, act: Act): string {
  return context.host.worlds.length > 1 && act.expected_world_id !== '' ? act.expected_world_id : agent.worldId
}

/** Older versions know no acknowledgement: their acts are answered by events alone. */
function submitUnanswered(speaker: Speaker, act: Act): void {
  const { context, agent } = speaker
  context.counts.acts++
  submitAct(speaker, act).catch((error: unknown) => {
    context.log.error({ agentId: agent.id, err: error }, 'an act could not be written')
  })
}

function tooFast({ context }: Speaker, act: Act): ActRefused {
  const { perSecond } = context.limits.agentFrames
  return {
    kind: 'refuse',
    ackFor: act.act_id,
    code: 'E_RATE_LIMIT',
    message: `too many frames, at most ${perSecond} per second`,
  }
}

function answer(speaker: Speaker, verdict: ActVerdict): void {
  const { context } = speaker
  switch (verdict.kind) {
    case 'refuse':
      context.counts.refusedActs++
      refuse(speaker, verdict)
      break
    case 'replay':
      context.counts.replayedActs++
      void acknowledge(speaker, verdict.record, verdict.ackFor)
      break
    case 'take':
      context.counts.acts++
      void take(speaker, verdict.act, verdict.idempotencyKey)
  }
}

async function take(speaker: Speaker, act: Act, idempotencyKey: string | undefined): Promise<void> {
  const { context, agent } = speaker
  const record: AckRecord = {
    actId: act.act_id,
    worldId: agent.worldId,
    meantFor: worldMeant(speaker, act),
    atTick: context.host.nextTick,
    taken: submitAct(speaker, act),
  }
  agent.acts.remember(record, idempotencyKey)
  const tick = await acknowledge(speaker, record, act.act_id)
  if (tick === undefined) agent.acts.forget(record, idempotencyKey)
  else agent.acts.settle(record, idempotencyKey, tick)
}

/** Says yes once the act is safe, and gives the tick that takes it; if it could not be made safe, says so. */
async function acknowledge(speaker: Speaker, record: AckRecord, ackFor: string): Promise<number | undefined> {
  const { context, agent, version, outbox } = speaker
  let serverTick: number
  try {
    serverTick = await record.taken
  } catch (error) {
    context.log.error({ agentId: agent.id, actId: record.actId, err: error }, 'an act could not be written')
    const isDown = context.host.find(record.worldId)?.failure !== undefined
    refuse(speaker, {
      kind: 'refuse',
      ackFor,
      ...(isDown
        ? { code: 'E_WORLD_BUSY', message: 'the world is being brought back; nothing happened' }
        : { code: 'E_INTERNAL', message: 'the act could not be written; nothing happened' }),
    })
    return undefined
  }
  outbox.push(ackFrame({ protocolVersion: version, ackFor, serverTick, worldId: record.worldId }))
  return serverTick
}

function refuse(
  { context, agent, version, additions, outbox }: Speaker,
  { ackFor, code, message, detail }: ActRefused,
): void {
  const fields = { protocolVersion: version, ackFor, serverTick: context.host.nextTick, worldId: agent.worldId }
  outbox.push(nackFrame(fields, { code, message, detail: additions ? detail : undefined }))
}

/** Hands an act to the world its agent is in; one meant for elsewhere, or one too many, goes there as a refusal. */
function submitAct(speaker: Speaker, act: Act): Promise<number> {
  const { context, agent, additions } = speaker
  const { host, limits } = context
  const world = host.find(agent.worldId)
  if (world === undefined) return Promise.reject(new Error(`agent ${agent.id} is in no world of this server`))
  const refused = (message: string): Input => ({ kind: 'refuse_act', agentId: agent.id, code: 'E_WORLD_BUSY', message })
  if (worldMeant(speaker, act) !== agent.worldId) return world.runner.submit(refused('expected_world_id mismatch'))
  if (world.runner.waiting >= limits.worldInboxMax) return world.runner.submit(refused('world inbox busy'))
  const fresh = freshened(act, host.nextTick, world.pacing.obsEvery)
  return world.runner.submit({ kind: 'act', agentId: agent.id, act: fresh, ...(additions ? { additions } : {}) })
}

/**
 * An act on the newest observation its sender can have is never stale: when observations come at every k-th tick only, the
 * window in which acts are taken is as much longer.
 */
export function freshened(act: Act, nextTick: number, obsEvery: number): Act {
  const oldest = nextTick - ACT_STALE_TICKS
  return act.tick < oldest && act.tick > oldest - obsEvery ? { ...act, tick: oldest } : act
}

async function sendEvents(
  { context, agent, version, outbox }: Speaker,
  request: EventBatchReq,
  withinRate: boolean,
): Promise<void> {
  const { since_cursor: sinceCursor } = request
  const limit = eventBatchLimit(request.limit)
  const records = withinRate ? await lookUp(context, () => context.host.events.read(agent.id, sinceCursor, limit)) : []
  const { worldId } = agent
  outbox.push(eventBatchFrame({ protocolVersion: version, requestId: request.req_id, sinceCursor, worldId, records }))
}

/** A failed or slow lookup gives nothing, so that a client asks again from where it was. */
async function lookUp({ clock, log }: GatewayContext, read: () => Promise<EventRecord[]>): Promise<EventRecord[]> {
  let cancel: () => void = () => {}
  const late = new Promise<EventRecord[]>((resolve) => {
    cancel = clock.schedule(EVENT_LOOKUP_MS, () => resolve([]))
  })
  try {
    return await Promise.race([read(), late])
  } catch (error) {
    log.error({ err: error }, 'events could not be read')
    return []
  } finally {
    cancel()
  }
}
