import {
  agentNameOf,
  closeForHello,
  decodeClientFrame,
  type ProtocolVersion,
  type SocketClose,
  selectVersion,
  sendQueueOf,
} from '@clawstead/protocol'

/** What a client asked for in its HELLO, made ready to act upon. */
export interface Greeting {
  readonly version: ProtocolVersion
  readonly name: string
  /** The resume token, empty for a new agent. */
  readonly token: string
  readonly worldPreference: string
  readonly deltaVoxels: boolean
  readonly queueFrames: number
  /** The client understands what this server adds to the wire. */
  readonly additions: boolean
}

/** A first frame is a greeting, or the socket is closed with a reason. */
export type HelloVerdict =
  | { readonly ok: true; readonly greeting: Greeting }
  | { readonly ok: false; readonly close: SocketClose }

const NO_VERSION: HelloVerdict = { ok: false, close: { code: 1008, reason: 'bad protocol_version' } }

export function readHello(frame: string | Uint8Array): HelloVerdict {
  const decoded = decodeClientFrame(frame)
  const close = closeForHello(decoded)
  if (close !== undefined) return { ok: false, close }
  if (!decoded.ok || decoded.value.type !== 'HELLO')
    return { ok: false, close: { code: 1008, reason: 'expected HELLO' } }
  const hello = decoded.value
  const version = selectVersion(hello)
  if (version === undefined) return NO_VERSION
  return {
    ok: true,
    greeting: {
      version,
      name: agentNameOf(hello),
      token: hello.auth.token.trim(),
      worldPreference: hello.world_preference.trim(),
      deltaVoxels: hello.capabilities.delta_voxels,
      queueFrames: sendQueueOf(hello),
      additions: hello.capabilities.clawstead,
    },
  }
}
