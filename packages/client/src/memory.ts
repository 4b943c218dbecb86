import type { CatalogMessage, Obs, Welcome } from '@clawstead/protocol'
import type { Observation } from './connection-types.js'
import { VoxelTracker } from './voxel-tracker.js'

/** What a connection has learned and keeps while it is down. */
export class Memory {
  readonly catalogByName = new Map<string, CatalogMessage>()
  welcome: Welcome | undefined
  agentId: string | undefined
  token: string | undefined
  protocolVersion = '1.1'
  worldId: string | undefined
  latest: Observation | undefined
  readonly #voxels = new VoxelTracker()
  #arrivals = 0
  /** The newest OBS of this socket: what a DELTA builds on. */
  #previous: Obs | undefined

  constructor(known: { readonly agentId: string | undefined; readonly token: string | undefined }) {
    this.agentId = known.agentId
    this.token = known.token
  }

  /** @returns the agent we were before, when the server made us another. */
  adopt(welcome: Welcome): string | undefined {
    const before = this.agentId
    this.welcome = welcome
    this.agentId = welcome.agent_id
    this.token = welcome.resume_token
    this.protocolVersion = versionOf(welcome)
    this.worldId = welcome.current_world_id || this.worldId
    this.forgetBase()
    return before === undefined || before === welcome.agent_id ? undefined : before
  }

  /** The next cube must be a whole one: a new socket, or an OBS that could not be read. */
  forgetBase(): void {
    this.#voxels.reset()
    this.#previous = undefined
  }

  observe(obs: Obs, text: string): Observation {
    const cube = this.#voxels.update(obs.voxels, { followsPrevious: follows(this.#previous, obs) })
    this.#previous = obs
    this.worldId = obs.world_id ?? this.worldId
    this.#arrivals += 1
    this.latest = { obs, text, cube, arrival: this.#arrivals }
    return this.latest
  }
}

/** The version of a session; a server that does not say it apart speaks the one it writes. */
export function versionOf(welcome: Welcome): string {
  return welcome.selected_version || welcome.protocol_version
}

/** A server under load may send every k-th OBS and say so; any other jump means that frames were lost on the way. */
function follows(previous: Obs | undefined, next: Obs): boolean {
  if (previous === undefined) return true
  const step = next.tick - previous.tick
  return step === 1 || (next.obs_every !== undefined && step > 0)
}
