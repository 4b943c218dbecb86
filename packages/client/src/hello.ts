import { SERVER_QUEUE_FRAMES } from './limits.js'

export type HelloOptions = {
  readonly name: string
  readonly versions: readonly string[]
  readonly deltaVoxels: boolean
  readonly worldPreference: string | undefined
  readonly token: string | undefined
}

/** The first frame of every connection. Without a token the server joins a new agent. */
export function helloFrame({ name, versions, deltaVoxels, worldPreference, token }: HelloOptions): string {
  return JSON.stringify({
    type: 'HELLO',
    protocol_version: versions[0],
    supported_versions: versions,
    agent_name: name,
    capabilities: { delta_voxels: deltaVoxels, max_queue: SERVER_QUEUE_FRAMES, clawstead: true },
    client_capabilities: { delta_voxels: deltaVoxels, ack_required: true, event_cursor: true },
    ...(token === undefined ? {} : { auth: { token } }),
    ...(worldPreference === undefined ? {} : { world_preference: worldPreference }),
  })
}
