import type { z } from 'zod'
import { catalogStack, listOf, oneOf, snakeId, strictFields, whole } from './fields.js'

/** Inputs become outputs at a station. FURNACE recipes are found by their first input. */
export const Recipe = strictFields({
  recipe_id: snakeId,
  station: oneOf(['HAND', 'CRAFTING_BENCH', 'FURNACE']),
  inputs: listOf(catalogStack).min(1, { error: 'must name at least one item' }),
  outputs: listOf(catalogStack).min(1, { error: 'must name at least one item' }),
  /** Step of the tech tree; counts only for the novelty of a first craft. */
  tier: whole(1, 3),
  /** Work for one unit. */
  time_ticks: whole(1, 100_000),
})
export type Recipe = z.infer<typeof Recipe>

export const RecipesFile = strictFields({ recipes: listOf(Recipe) })
