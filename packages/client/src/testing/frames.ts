/** Frames as a VoxelCraft server writes them, with every field that tests do not care about filled in. */

export type Frame = Readonly<Record<string, unknown>>

export function welcomeFrame(fields: Frame = {}): Frame {
  return {
    type: 'WELCOME',
    protocol_version: '1.1',
    selected_version: '1.1',
    server_capabilities: { ack: true, event_batch: true, idempotency: true },
    session_id: 'sess_0000000000000001',
    agent_id: 'A1',
    resume_token: 'token-1',
    world_params: { tick_rate_hz: 5, chunk_size: [16, 16, 1], height: 1, obs_radius: 1, day_ticks: 6000, seed: 1 },
    catalogs: { block_palette: { digest: 'd1', count: 2 }, item_palette: { digest: 'd2', count: 1 } },
    current_world_id: 'world_1',
    world_manifest: [{ world_id: 'world_1', entry_point_id: 'spawn' }],
    ...fields,
  }
}

export function catalogFrame(name: string, data: unknown, fields: Frame = {}): Frame {
  return {
    type: 'CATALOG',
    protocol_version: '1.1',
    name,
    digest: `digest of ${name}`,
    part: 1,
    total_parts: 1,
    data,
    ...fields,
  }
}

/** A whole cube of radius 1, all air. */
export const AIR_CUBE: Frame = { center: [0, 0, 0], radius: 1, encoding: 'RLE', data: 'ABs=' }

export function obsFrame(tick: number, fields: Frame = {}): Frame {
  const cursor = typeof fields.events_cursor === 'number' ? fields.events_cursor : 0
  return {
    type: 'OBS',
    protocol_version: '1.1',
    tick,
    agent_id: 'A1',
    obs_id: `A1:${tick}:${cursor}`,
    world_id: 'world_1',
    world_clock: tick,
    world: { time_of_day: 0, weather: 'CLEAR', season_day: 1, biome: 'PLAINS' },
    self: {
      pos: [0, 0, 0],
      yaw: 0,
      hp: 20,
      hunger: 20,
      stamina: 1,
      status: ['NONE'],
      reputation: { trade: 0.5, build: 0.5, social: 0.5, law: 0.5 },
    },
    inventory: [],
    equipment: { main_hand: 'NONE', armor: ['NONE', 'NONE', 'NONE', 'NONE'] },
    local_rules: { role: 'WILD', permissions: { can_build: true }, tax: { market: 0 } },
    voxels: AIR_CUBE,
    entities: [],
    events: [],
    tasks: [],
    ...fields,
  }
}

export function ackFrame(act: Frame, fields: Frame = {}): Frame {
  return {
    type: 'ACK',
    protocol_version: '1.1',
    ack_for: act.act_id,
    accepted: true,
    server_tick: 2,
    world_id: 'world_1',
    ...fields,
  }
}
