import { createHash } from 'node:crypto'
import { CATALOG_ORDER, type Catalog, type CatalogName, type Tuning } from '@clawstead/protocol'

/** One catalog as a client is sent it. */
export interface CatalogWire {
  readonly name: CatalogName
  readonly digest: string
  readonly data: unknown
}

/** The seven catalogs in the order they are sent. */
export function catalogMessages(catalog: Catalog): CatalogWire[] {
  return CATALOG_ORDER.map((name) => ({ name, digest: catalog.digests[name], data: WIRE_DATA[name](catalog) }))
}

type Content = Omit<Catalog, 'digests'>

/** Lower-case hex SHA-256 of the compact JSON of each catalog's data. */
export function catalogDigests(content: Content): Record<CatalogName, string> {
  const digestOf = (name: CatalogName) =>
    createHash('sha256')
      .update(JSON.stringify(WIRE_DATA[name](content)))
      .digest('hex')
  return {
    block_palette: digestOf('block_palette'),
    item_palette: digestOf('item_palette'),
    tuning: digestOf('tuning'),
    recipes: digestOf('recipes'),
    blueprints: digestOf('blueprints'),
    law_templates: digestOf('law_templates'),
    events: digestOf('events'),
  }
}

/** Only what the wire has: physics, limits and descriptions of blueprints stay here. */
const WIRE_DATA: Record<CatalogName, (content: Content) => unknown> = {
  block_palette: ({ blocks }) => blocks.map(({ id }) => id),
  item_palette: ({ items }) => items.map(({ id }) => id),
  tuning: ({ tuning }) => tuningData(tuning),
  recipes: ({ recipes }) =>
    recipes.map(({ recipe_id, station, inputs, outputs, tier, time_ticks }) => ({
      recipe_id,
      station,
      inputs,
      outputs,
      tier,
      time_ticks,
    })),
  blueprints: ({ blueprints }) =>
    blueprints.map(({ id, author, version, aabb, blocks, cost }) => ({ id, author, version, aabb, blocks, cost })),
  law_templates: ({ lawTemplates }) => ({
    templates: lawTemplates.map(({ id, title, description, params }) => ({ id, title, description, params })),
  }),
  events: ({ events }) =>
    events.map(({ id, category, title, description, base_weight, params }) => ({
      id,
      category,
      title,
      description,
      base_weight,
      params,
    })),
}

/** The order of keys is part of the digest. */
function tuningData(tuning: Tuning): unknown {
  const limits = tuning.rate_limits
  return {
    snapshot_every_ticks: tuning.snapshot_every_ticks,
    director_every_ticks: tuning.director_every_ticks,
    season_length_ticks: tuning.season_length_ticks,
    rate_limits: {
      say_window_ticks: limits.say_window_ticks,
      say_max: limits.say_max,
      market_say_window_ticks: limits.market_say_window_ticks,
      market_say_max: limits.market_say_max,
      whisper_window_ticks: limits.whisper_window_ticks,
      whisper_max: limits.whisper_max,
      offer_trade_window_ticks: limits.offer_trade_window_ticks,
      offer_trade_max: limits.offer_trade_max,
      post_board_window_ticks: limits.post_board_window_ticks,
      post_board_max: limits.post_board_max,
    },
    law_notice_ticks: tuning.law_notice_ticks,
    law_vote_ticks: tuning.law_vote_ticks,
    blueprint_auto_pull_range: tuning.blueprint_auto_pull_range,
    blueprint_blocks_per_tick: tuning.blueprint_blocks_per_tick,
    access_pass_core_radius: tuning.access_pass_core_radius,
    claim_maintenance_cost: Object.entries(tuning.claim_maintenance_cost)
      .map(([item, count]) => ({ item, count }))
      .sort((a, b) => (a.item < b.item ? -1 : 1)),
    fun_decay_window_ticks: tuning.fun_decay_window_ticks,
    fun_decay_base: tuning.fun_decay_base,
    structure_survival_ticks: tuning.structure_survival_ticks,
  }
}
