import { z } from 'zod'
import { BLOCK_ID_MAX } from './limits.js'

/** Plain data as readers see it: what came off the wire is not edited in place. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> }

/** The parsed value of a schema. */
export type Wire<S extends z.ZodType> = DeepReadonly<z.output<S>>

/** Block position or offset `[x, y, z]`; y is up. */
export type Vec3 = readonly [x: number, y: number, z: number]

/** Some of one item. */
export interface ItemStack {
  readonly item: string
  readonly count: number
}

/** `["ITEM", count]`, the short form of trades and losses. */
export type ItemPair = readonly [item: string, count: number]

// Ids that the server gives out. Ids read from a client stay plain strings: they may name nothing.
type Brand<B extends string> = string & { readonly __brand: B }
export type AgentId = Brand<'AgentId'>
export type TaskId = Brand<'TaskId'>
export type ItemEntityId = Brand<'ItemEntityId'>
export type TradeId = Brand<'TradeId'>
export type ContractId = Brand<'ContractId'>
export type LawId = Brand<'LawId'>
export type OrgId = Brand<'OrgId'>
export type PostId = Brand<'PostId'>
export type LandId = Brand<'LandId'>
export type PlacedId = Brand<'PlacedId'>
export type ObsId = Brand<'ObsId'>

export const str = (doc: string) => z.string().describe(doc)
export const bool = (doc: string) => z.boolean().describe(doc)
/** Any finite number. */
export const num = (doc: string) => z.number().describe(doc)
/** A whole number a JavaScript number holds exactly. */
export const int = (doc: string) => z.int().describe(doc)
export const uint = (doc: string) => z.int().min(0).describe(doc)
export const uint16 = (doc: string) => z.int().min(0).max(BLOCK_ID_MAX).describe(doc)
/** Signed 64-bit on the wire: wider than a JavaScript number holds exactly, so only its being whole is checked. */
export const int64 = (doc: string) => z.number().multipleOf(1).describe(doc)
export const vec3 = (doc: string) => z.tuple([z.int(), z.int(), z.int()]).describe(doc)
export const strings = (doc: string) => z.array(z.string()).describe(doc)
const stack = z.object({ item: str('item id').default(''), count: int('how many').default(0) })
export const stacks = (doc: string) => z.array(stack).describe(doc)
/** Pairs as a server writes them. */
export const pairs = (doc: string) => z.array(z.tuple([z.string(), z.int()])).describe(doc)
/** Pairs as a client may write them: the rule of each pair is the action's, see `readPairs`. */
export const loosePairs = (doc: string) => z.array(z.array(z.unknown())).describe(doc)

/** One of a fixed set of words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W, doc: string) =>
  z.enum(words).describe(doc)

/**
 * A word from a set that may grow: the known ones are named for docs and editors, others pass.
 * Used where a newer world may say more than this reader knows.
 */
export const openWord = <const W extends readonly [string, ...string[]]>(words: W, doc: string) =>
  z.string().meta({ description: doc, examples: [...words] }) as unknown as z.ZodType<
    W[number] | (string & {}),
    W[number] | (string & {})
  >
