import type { Connection } from '@clawstead/client'
import { z } from 'zod'
import { readCatalog } from '../tools/get-catalog.js'

const Stack = z.object({ item: z.string(), count: z.int().min(1) })
export const KnownRecipe = z.object({
  recipe_id: z.string(),
  station: z.string(),
  inputs: z.array(Stack).default([]),
  outputs: z.array(Stack).default([]),
})
export type KnownRecipe = z.infer<typeof KnownRecipe>

const Offset = z.tuple([z.int(), z.int(), z.int()])
export const KnownBlueprint = z.object({
  id: z.string(),
  blocks: z.array(z.object({ pos: Offset, block: z.string() })).default([]),
  cost: z.array(Stack).default([]),
})
export type KnownBlueprint = z.infer<typeof KnownBlueprint>

/** Catalogs are the server's, and it may be another program: entries that cannot be read are passed over. */
async function entriesOf<Entry>(connection: Connection, name: string, schema: z.ZodType<Entry>): Promise<Entry[]> {
  const data = (await readCatalog(connection, name))?.data
  if (!Array.isArray(data)) return []
  return data.flatMap((entry) => {
    const parsed = schema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

export const recipesOf = (connection: Connection): Promise<KnownRecipe[]> =>
  entriesOf(connection, 'recipes', KnownRecipe)
export const blueprintsOf = (connection: Connection): Promise<KnownBlueprint[]> =>
  entriesOf(connection, 'blueprints', KnownBlueprint)
export const itemsOf = (connection: Connection): Promise<string[]> => entriesOf(connection, 'item_palette', z.string())
export const blocksOf = (connection: Connection): Promise<string[]> =>
  entriesOf(connection, 'block_palette', z.string())
