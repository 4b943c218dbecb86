import type { AgentId, Catalog, ProtocolVersion, Welcome, WorldDefinition, WorldDescriptor } from '@clawstead/protocol'
import type { WorldParams } from '../host/world-runner.js'

export interface WelcomeFields {
  readonly version: ProtocolVersion
  readonly sessionId: string
  readonly agentId: AgentId
  readonly resumeToken: string
  readonly worldId: string
  readonly params: WorldParams
  readonly catalog: Catalog
  readonly manifest: readonly WorldDescriptor[]
}

/** The answer to HELLO: who the client is, and the numbers of its world. */
export function welcomeFrame(fields: WelcomeFields): string {
  const { digests, blocks, items } = fields.catalog
  const welcome: Welcome = {
    type: 'WELCOME',
    protocol_version: fields.version,
    selected_version: fields.version,
    server_capabilities: { ack: true, event_batch: true, idempotency: true },
    session_id: fields.sessionId,
    agent_id: fields.agentId,
    resume_token: fields.resumeToken,
    world_params: fields.params,
    catalogs: {
      block_palette: { digest: digests.block_palette, count: blocks.length },
      item_palette: { digest: digests.item_palette, count: items.length },
      recipes_digest: digests.recipes,
      blueprints_digest: digests.blueprints,
      law_templates_digest: digests.law_templates,
      events_digest: digests.events,
      tuning_digest: digests.tuning,
    },
    current_world_id: fields.worldId,
    world_manifest: fields.manifest,
  }
  return JSON.stringify(welcome)
}

/** What a client is told about all worlds, by id. Zeros and blanks are left out; a single world has no type to tell. */
export function worldManifest(worlds: readonly WorldDefinition[]): WorldDescriptor[] {
  const byId = [...worlds].sort((a, b) => (a.id < b.id ? -1 : 1))
  return byId.map((world) => ({
    world_id: world.id,
    ...(worlds.length > 1 ? { world_type: world.type } : {}),
    entry_point_id: world.entry_point_id,
    ...(world.requires_permit ? { requires_permit: true } : {}),
    ...(world.switch_cooldown_ticks > 0 ? { switch_cooldown_ticks: world.switch_cooldown_ticks } : {}),
    reset_every_ticks: world.reset_every_ticks,
    ...(world.reset_notice_ticks > 0 ? { reset_notice_ticks: world.reset_notice_ticks } : {}),
  }))
}
