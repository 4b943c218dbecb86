/** An action as a caller writes it: its type and its arguments; `id` is filled in when missing. */
export type ActionRequest = { readonly type: string; readonly id?: string } & Readonly<Record<string, unknown>>

/** What a caller may say about an ACT; everything else is known to the connection. */
export type ActRequest = {
  readonly instants?: readonly ActionRequest[]
  readonly tasks?: readonly ActionRequest[]
  /** Ids of running tasks to end. */
  readonly cancel?: readonly string[]
  /** Runs once per agent, however often it is sent. */
  readonly actId?: string
  readonly basedOnObsId?: string
  readonly idempotencyKey?: string
  /** The world the act is meant for; it is refused when the agent is elsewhere by then. */
  readonly expectedWorldId?: string
}

export type ActContext = {
  readonly protocolVersion: string
  readonly tick: number
  readonly agentId: string
  readonly obsId: string
  readonly worldId: string | undefined
  readonly newActId: () => string
}

export type ActFrame = { readonly actId: string; readonly text: string }

/** Versions before 1.1 know no act ids and acknowledge nothing. */
export function actFrame(request: ActRequest, context: ActContext): ActFrame {
  const actId = request.actId ?? context.newActId()
  const isCurrent = context.protocolVersion === '1.1'
  const expectedWorldId = request.expectedWorldId ?? (isCurrent ? context.worldId : undefined)
  const frame = {
    type: 'ACT',
    protocol_version: context.protocolVersion,
    ...(isCurrent
      ? {
          act_id: actId,
          based_on_obs_id: request.basedOnObsId ?? context.obsId,
          idempotency_key: request.idempotencyKey ?? actId,
        }
      : {}),
    tick: context.tick,
    agent_id: context.agentId,
    ...(expectedWorldId === undefined ? {} : { expected_world_id: expectedWorldId }),
    ...listIfAny('instants', request.instants),
    ...listIfAny('tasks', request.tasks),
    ...listIfAny('cancel', request.cancel),
  }
  return { actId, text: JSON.stringify(frame) }
}

function listIfAny(name: string, list: readonly unknown[] | undefined): Record<string, unknown> {
  return list === undefined || list.length === 0 ? {} : { [name]: list }
}
