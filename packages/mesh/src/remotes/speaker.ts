import type { CallWay, ProgressStep } from '@clawstead/skills'
import type { RemoteInfo, RemoteSkill } from './remote-info.js'

/** One call of a remote skill. */
export type RemoteCall = {
  readonly skill: RemoteSkill
  readonly input: unknown
  /** Fires when the time is up or nobody waits any more. */
  readonly signal: AbortSignal
  /** The nodes it has passed through, this one included; undefined for a call of whoever runs this program. */
  readonly way?: CallWay
  readonly onProgress: (step: ProgressStep) => void
}

/** Speaks to one remote in its dialect. Both ways reject with a RemoteProblem. */
export type Speaker = {
  /** What it offers right now. Asked once more when that fails, because asking changes nothing. */
  read(signal: AbortSignal): Promise<RemoteInfo>
  /** Sent once: when nobody knows what became of it, it is not sent again. */
  call(call: RemoteCall): Promise<unknown>
  /** URLs of other nodes it knows. */
  peers(signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}
