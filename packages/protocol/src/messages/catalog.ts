import { z } from 'zod'
import { defineMessage } from '../define.js'
import { int, openWord, str, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

/** The seven catalogs in the order they are sent. */
export const CATALOG_ORDER = [
  'block_palette',
  'item_palette',
  'tuning',
  'recipes',
  'blueprints',
  'law_templates',
  'events',
] as const
export type CatalogMessageName = (typeof CATALOG_ORDER)[number]

export const CatalogMessage = defineMessage({
  name: 'CATALOG',
  doc: 'One catalog of the world. All seven follow WELCOME, each in one part, in fixed order.',
  direction: 'server to client',
  phase: 'handshake',
  versions: ['1.1', '1.0', '0.9'],
  schema: z.object({
    type: z.literal('CATALOG'),
    protocol_version: protocolVersion(),
    name: openWord(CATALOG_ORDER, 'which catalog'),
    digest: str('changes when the content does; never empty').default(''),
    part: int('always 1').default(1),
    total_parts: int('always 1').default(1),
    data: z.unknown().describe('the content, by name: see the catalog schemas'),
  }),
})
export type CatalogMessage = Wire<typeof CatalogMessage.schema>
