const CHARACTERS_PER_TOKEN = 4

/** What a value costs as JSON text, with the escapes that keep it harmless inside a page. */
export function charactersOf(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  return text.length + 5 * (text.match(/[<>&\u2028\u2029]/g)?.length ?? 0)
}

export const tokensOf = (value: unknown): number => Math.ceil(charactersOf(value) / CHARACTERS_PER_TOKEN)

export type BudgetedList<Item> = {
  /** Most wanted first. */
  readonly items: readonly Item[]
  /** Part of the budget this list may take before the others had their turn, in percent. */
  readonly sharePercent: number
}

export type Fitted<Lists> = {
  readonly [Name in keyof Lists]: Lists[Name] extends BudgetedList<infer Item> ? Item[] : never
}

/**
 * The beginnings of several lists that fit into a budget together. First each list takes its share, then what is left goes
 * to the lists in their order, so a short list leaves room to a long one.
 */
export function fitLists<Lists extends Readonly<Record<string, BudgetedList<unknown>>>>(
  lists: Lists,
  budgetTokens: number,
): Fitted<Lists> {
  const total = Math.max(budgetTokens, 0) * CHARACTERS_PER_TOKEN
  const kept = new Map<string, unknown[]>(Object.keys(lists).map((name) => [name, []]))
  let spent = 0
  const take = (name: string, limit: number): void => {
    const chosen = kept.get(name) ?? []
    const items = lists[name]?.items ?? []
    let own = 0
    for (let item = items[chosen.length]; chosen.length < items.length; item = items[chosen.length]) {
      // One more for the comma.
      const cost = charactersOf(item) + 1
      if (own + cost > limit || spent + cost > total) return
      chosen.push(item)
      own += cost
      spent += cost
    }
  }
  for (const [name, { sharePercent }] of Object.entries(lists)) take(name, Math.floor((total * sharePercent) / 100))
  for (const name of Object.keys(lists)) take(name, total)
  return Object.fromEntries(kept) as Fitted<Lists>
}
