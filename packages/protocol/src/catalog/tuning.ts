import { z } from 'zod'
import { countsByItem, SETTING_BLOCKS_MAX, SETTING_TICKS_MAX, share, strictFields, whole } from './fields.js'

const ticks = whole(1, SETTING_TICKS_MAX)
const range = whole(1, SETTING_BLOCKS_MAX)
const allowance = whole(1, 1_000_000)
const permille = whole(0, 1000)
const itemCounts = countsByItem()

/** The flat generator's numbers. */
const Worldgen = strictFields({
  biome_region_size: whole(1, 512),
  spawn_clear_radius: whole(0, 64),
  ore_cluster_prob_scale_permille: whole(1, 5000),
  terrain_cluster_prob_scale_permille: whole(1, 5000),
  sprinkle_stone_permille: permille,
  sprinkle_dirt_permille: permille,
  sprinkle_log_permille: permille,
})

/** So many of an action within a window of ticks. */
const RateLimits = strictFields({
  say_window_ticks: ticks,
  say_max: allowance,
  market_say_window_ticks: ticks,
  market_say_max: allowance,
  whisper_window_ticks: ticks,
  whisper_max: allowance,
  offer_trade_window_ticks: ticks,
  offer_trade_max: allowance,
  post_board_window_ticks: ticks,
  post_board_max: allowance,
})

/** Every number an operator of a world can turn, complete. A tuning file may name any part of it. */
export const Tuning = strictFields({
  tick_rate_hz: whole(1, 1000),
  tick_duration_ms: whole(1, 1000),
  day_ticks: ticks,
  season_length_ticks: ticks,
  /** Size of a chunk in order x, z, height. A statement to check against, not a setting. */
  chunk_size: z.tuple([whole(16, 16), whole(16, 16), whole(1, 1024)]),
  obs_radius: whole(1, 32),
  /** Distance from the origin to the edge, used when the server runs one world without a worlds file. */
  world_boundary_r: range,
  worldgen: Worldgen,
  /** What an agent carries when it first joins. */
  starter_items: itemCounts,
  rate_limits: RateLimits,
  snapshot_every_ticks: ticks,
  director_every_ticks: ticks,
  law_notice_ticks: ticks,
  law_vote_ticks: ticks,
  blueprint_auto_pull_range: range,
  blueprint_blocks_per_tick: whole(1, 4096),
  access_pass_core_radius: range,
  /** What a claim costs each day. */
  claim_maintenance_cost: itemCounts.refine((cost) => Object.keys(cost).length > 0, {
    error: 'must name at least one item',
  }),
  fun_decay_window_ticks: ticks,
  /** What the n-th repeat within the window counts for: this to the power n. */
  fun_decay_base: share(),
  structure_survival_ticks: ticks,
}).superRefine((tuning, context) => {
  if (tuning.tick_rate_hz * tuning.tick_duration_ms !== 1000) {
    const message = `must agree with tick_duration_ms: ${tuning.tick_rate_hz} Hz x ${tuning.tick_duration_ms} ms is not 1000 ms`
    context.addIssue({ code: 'custom', path: ['tick_rate_hz'], message })
  }
  if (tuning.season_length_ticks % tuning.day_ticks !== 0) {
    const message = `must be a multiple of day_ticks (${tuning.day_ticks}), got ${tuning.season_length_ticks}`
    context.addIssue({ code: 'custom', path: ['season_length_ticks'], message })
  }
})
export type Tuning = z.infer<typeof Tuning>
