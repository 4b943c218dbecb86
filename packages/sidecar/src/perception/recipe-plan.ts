import { PLAN_DEPTH_MAX, PLAN_TRIES_MAX } from '../limits.js'
import type { KnownRecipe } from './catalogs.js'

export type CraftStep = {
  readonly recipe_id: string
  readonly station: string
  /** How often the recipe is carried out. */
  times: number
  readonly makes: string
  readonly uses: readonly string[]
}

export type CraftPlan = {
  /** In the order they can be done once the raw materials are there. */
  readonly steps: readonly CraftStep[]
  /** What has to be found or mined, by item. */
  readonly missing: ReadonlyMap<string, number>
}

type Draft = {
  readonly stock: Map<string, number>
  readonly missing: Map<string, number>
  readonly steps: CraftStep[]
  /** Shared by all copies: recipes that branch without end must not keep us busy without end. */
  readonly effort: { triesLeft: number }
}

/**
 * How to get some of an item from what is there. Of several recipes the one that leaves least to be gathered is taken; a
 * recipe never feeds itself.
 */
export function planItem(
  recipes: readonly KnownRecipe[],
  stock: ReadonlyMap<string, number>,
  want: { readonly item: string; readonly count: number },
): CraftPlan {
  const draft: Draft = { stock: new Map(stock), missing: new Map(), steps: [], effort: { triesLeft: PLAN_TRIES_MAX } }
  make(recipes, draft, want, [])
  return { steps: draft.steps, missing: draft.missing }
}

function make(
  recipes: readonly KnownRecipe[],
  draft: Draft,
  { item, count }: { readonly item: string; readonly count: number },
  path: readonly string[],
): void {
  const lacking = takeFromStock(draft, item, count)
  if (lacking === 0) return
  const candidates = recipes.filter(
    ({ outputs, inputs }) =>
      outputs.some((output) => output.item === item) && !inputs.some((input) => path.includes(input.item)),
  )
  const isTooDeep = path.length >= PLAN_DEPTH_MAX || draft.effort.triesLeft <= 0
  const best = isTooDeep ? undefined : cheapest(recipes, draft, candidates, { item, lacking }, path)
  if (best === undefined) {
    draft.missing.set(item, (draft.missing.get(item) ?? 0) + lacking)
    return
  }
  replaceDraft(draft, best)
}

function takeFromStock({ stock }: Draft, item: string, count: number): number {
  const used = Math.min(stock.get(item) ?? 0, count)
  if (used > 0) stock.set(item, (stock.get(item) ?? 0) - used)
  return count - used
}

/** Each candidate is tried on a copy; the fewest raw units win, then the fewest steps, then the name. */
function cheapest(
  recipes: readonly KnownRecipe[],
  draft: Draft,
  candidates: readonly KnownRecipe[],
  need: { readonly item: string; readonly lacking: number },
  path: readonly string[],
): Draft | undefined {
  const tried = candidates.map((recipe) => {
    draft.effort.triesLeft -= 1
    const copy = copyOf(draft)
    apply(recipes, copy, recipe, need, path)
    return { copy, recipe, raw: sum(copy.missing.values()), steps: copy.steps.length }
  })
  tried.sort((a, b) => a.raw - b.raw || a.steps - b.steps || (a.recipe.recipe_id < b.recipe.recipe_id ? -1 : 1))
  return tried[0]?.copy
}

function apply(
  recipes: readonly KnownRecipe[],
  draft: Draft,
  recipe: KnownRecipe,
  { item, lacking }: { readonly item: string; readonly lacking: number },
  path: readonly string[],
): void {
  const perTime = recipe.outputs.find((output) => output.item === item)?.count ?? 1
  const times = Math.ceil(lacking / perTime)
  for (const input of recipe.inputs) {
    make(recipes, draft, { item: input.item, count: input.count * times }, [...path, item])
  }
  addStep(draft, recipe, times, item)
  for (const output of recipe.outputs) {
    const made = output.count * times - (output.item === item ? lacking : 0)
    draft.stock.set(output.item, (draft.stock.get(output.item) ?? 0) + made)
  }
}

/** The same recipe twice becomes one step, at the place of the first: its inputs are all made by then or raw. */
function addStep({ steps }: Draft, { recipe_id, station, inputs }: KnownRecipe, times: number, item: string): void {
  const same = steps.findIndex((step) => step.recipe_id === recipe_id)
  const before = same < 0 ? 0 : (steps[same]?.times ?? 0)
  if (same >= 0) steps.splice(same, 1)
  steps.push({ recipe_id, station, times: before + times, makes: item, uses: inputs.map((input) => input.item) })
  moveBeforeUsers(steps)
}

/** Whoever uses an item stands after whoever makes it. Recipes that feed each other were left out before. */
function moveBeforeUsers(steps: CraftStep[]): void {
  const ordered: CraftStep[] = []
  let rest = steps.slice()
  while (rest.length > 0) {
    const ready = rest.find(({ uses, recipe_id }) =>
      rest.every((other) => other.recipe_id === recipe_id || !uses.includes(other.makes)),
    )
    const next = ready ?? rest[0]
    if (next === undefined) break
    ordered.push(next)
    rest = rest.filter((step) => step !== next)
  }
  steps.splice(0, steps.length, ...ordered)
}

function copyOf({ stock, missing, steps, effort }: Draft): Draft {
  return { effort, stock: new Map(stock), missing: new Map(missing), steps: steps.map((step) => ({ ...step })) }
}

function replaceDraft(draft: Draft, { stock, missing, steps }: Draft): void {
  draft.stock.clear()
  for (const [item, count] of stock) draft.stock.set(item, count)
  draft.missing.clear()
  for (const [item, count] of missing) draft.missing.set(item, count)
  draft.steps.splice(0, draft.steps.length, ...steps)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
