/** Settings of the recorded servers where they differ from the defaults, and their worlds. */

/** A full bag and no waiting: most actions were recorded so. */
export const RICH = {
  tick_rate_hz: 20,
  tick_duration_ms: 50,
  law_notice_ticks: 20,
  law_vote_ticks: 60,
  rate_limits: {
    say_max: 1000,
    market_say_max: 1000,
    whisper_max: 1000,
    offer_trade_max: 1000,
    post_board_window_ticks: 50,
    post_board_max: 1000,
  },
  starter_items: {
    PLANK: 200,
    COAL: 100,
    STONE: 200,
    BERRIES: 50,
    BREAD: 3,
    RAW_MEAT: 5,
    LOG: 20,
    STICK: 40,
    BATTERY: 20,
    CRYSTAL_SHARD: 40,
    IRON_INGOT: 40,
    IRON_ORE: 10,
    COPPER_INGOT: 10,
    CHEST: 5,
    FURNACE: 5,
    CRAFTING_BENCH: 5,
    BULLETIN_BOARD: 3,
    SIGN: 5,
    SWITCH: 5,
    CONVEYOR: 10,
    SENSOR: 3,
    WIRE: 20,
    CONTRACT_TERMINAL: 3,
    TORCH: 10,
  },
}

/** A whole day in a minute. */
export const FAST = {
  tick_rate_hz: 250,
  tick_duration_ms: 4,
  starter_items: { PLANK: 20, BATTERY: 2, CRYSTAL_SHARD: 2, IRON_INGOT: 2 },
}

/** A small world with short days. */
export const SMALL = {
  tick_rate_hz: 50,
  tick_duration_ms: 20,
  day_ticks: 1000,
  season_length_ticks: 7000,
  director_every_ticks: 200,
  world_boundary_r: 40,
  structure_survival_ticks: 300,
  law_notice_ticks: 20,
  law_vote_ticks: 60,
  claim_maintenance_cost: { GLASS: 1 },
  starter_items: { PLANK: 200, BATTERY: 5, CRYSTAL_SHARD: 5, BREAD: 50, BERRIES: 100, IRON_PICKAXE: 1 },
}

const ALL_ALLOWED = {
  allow_claims: true,
  allow_mine: true,
  allow_place: true,
  allow_laws: true,
  allow_trade: true,
  allow_build: true,
}
const CITY = { type: 'CITY_HUB', boundary_r: 100, reset_every_ticks: 42_000, switch_cooldown_ticks: 10 }

/** The only world of a small server. */
export const SMALL_WORLD = {
  default_world_id: 'world_1',
  worlds: [{ id: 'world_1', type: 'OVERWORLD', boundary_r: 40, reset_every_ticks: 7000, entry_point_id: 'spawn' }],
}

/** Worlds with gates of every kind: two ways into a pit that is rebuilt often, and two that ask for a permit. */
export const GATES = {
  default_world_id: 'OVERWORLD',
  worlds: [
    {
      id: 'OVERWORLD',
      type: 'OVERWORLD',
      boundary_r: 400,
      reset_every_ticks: 42_000,
      switch_cooldown_ticks: 0,
      entry_point_id: 'e1',
      ...ALL_ALLOWED,
      entry_points: [
        { id: 'e1', x: 0, z: 0, radius: 3, enabled: true },
        { id: 'e2', x: 10, z: -10, radius: 2, enabled: true },
        { id: 'e3', x: 0, z: 0, radius: 50, enabled: false },
      ],
    },
    {
      id: 'PIT',
      type: 'MINE_L1',
      seed_offset: 7,
      boundary_r: 100,
      reset_every_ticks: 300,
      reset_notice_ticks: 60,
      switch_cooldown_ticks: 10,
      entry_point_id: 'p1',
      allow_admin_reset: true,
      allow_mine: true,
      entry_points: [{ id: 'p1', x: 5, z: 5, radius: 8, enabled: true }],
    },
    { id: 'VAULT', ...CITY, seed_offset: 8, requires_permit: true, entry_point_id: 'v1' },
    { id: 'SIDE', ...CITY, seed_offset: 9, entry_point_id: 's1' },
  ],
  switch_routes: [
    { from_world: 'OVERWORLD', to_world: 'PIT', from_entry_id: 'e1', to_entry_id: 'p1' },
    { from_world: 'OVERWORLD', to_world: 'PIT', from_entry_id: 'e2', to_entry_id: 'p1' },
    { from_world: 'PIT', to_world: 'OVERWORLD', from_entry_id: 'p1', to_entry_id: 'e2' },
    { from_world: 'OVERWORLD', to_world: 'VAULT', from_entry_id: 'e1', to_entry_id: 'v1' },
    { from_world: 'OVERWORLD', to_world: 'SIDE', from_entry_id: 'e1', to_entry_id: 's1', requires_permit: true },
  ],
}
