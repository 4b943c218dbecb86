import { z } from 'zod'
import { nearestName } from './nearest.js'

/** Longest id of a block, item, recipe, blueprint, law, event or world. */
export const CATALOG_ID_CHARACTERS_MAX = 64

/** Longest title and longest description in a catalog, in characters. */
const TITLE_CHARACTERS_MAX = 80
const DESCRIPTION_CHARACTERS_MAX = 400
const FILE_PATH_CHARACTERS_MAX = 400

/** Largest count of ticks a setting can name: fits a signed 32-bit integer, about 13 years at 5 Hz. */
export const SETTING_TICKS_MAX = 2_147_483_647

/** Largest coordinate, boundary or range in blocks. */
export const SETTING_BLOCKS_MAX = 1_000_000

interface FieldIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly keys?: readonly string[] | undefined
}

/** Says the rule, and what was found instead. */
function must(rule: string): (issue: FieldIssue) => string {
  return (issue) =>
    issue.input === undefined ? `is required and must be ${rule}` : `must be ${rule}, got ${shown(issue.input)}`
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? String(input)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** An object that refuses keys it does not know, by name and with the nearest one it does know. */
export function strictFields<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue: FieldIssue) => {
      if (issue.code !== 'unrecognized_keys') return must('an object')(issue)
      const names = (issue.keys ?? []).map((key) => {
        const nearest = nearestName(key, known)
        return nearest === undefined ? `"${key}"` : `"${key}" (nearest: "${nearest}")`
      })
      return `unknown ${names.length === 1 ? 'key' : 'keys'} ${names.join(', ')}`
    },
  })
}

/** A whole number within bounds that the refusal names. */
export function whole(min: number, max: number) {
  const error = must(`a whole number from ${min} to ${max}`)
  return z.int({ error }).min(min, { error, abort: true }).max(max, { error, abort: true })
}

/** A finite number within bounds that the refusal names. */
export function fraction(min: number, max: number) {
  const error = must(`a number from ${min} to ${max}`)
  return z.number({ error }).min(min, { error, abort: true }).max(max, { error, abort: true })
}

/** A number above zero and at most one. */
export function share() {
  const error = must('a number above 0 and at most 1')
  return z.number({ error }).gt(0, { error, abort: true }).max(1, { error, abort: true })
}

export function flag() {
  return z.boolean({ error: must('true or false') })
}

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, { error: must(`one of ${names.join(', ')}`) })
}

function idMatching(pattern: RegExp, rule: string) {
  const error = must(`${rule}, at most ${CATALOG_ID_CHARACTERS_MAX} characters`)
  return z.string({ error }).regex(pattern, { error }).max(CATALOG_ID_CHARACTERS_MAX, { error })
}

/** Id of a block or item: shipped ones are upper case, reserved ones carry a namespace. */
export const contentId = idMatching(
  /^(?:[A-Z][A-Z0-9_]*|[a-z][a-z0-9_]*:[a-z][a-z0-9_]*)$/,
  'an id such as STONE or mineclawd:dynamic_block_001',
)

/** Id of a recipe or blueprint. */
export const snakeId = idMatching(/^[a-z][a-z0-9_]*$/, 'a lower-case id such as stone_axe')

/** Id of a law template, event or world type. */
export const upperId = idMatching(/^[A-Z][A-Z0-9_]*$/, 'an upper-case id such as MARKET_TAX')

/** Id of a world or entry point, chosen by whoever writes the worlds file. */
export const placeId = idMatching(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'an id of letters, digits, "_", "." and "-"')

function text(charactersMax: number) {
  const error = must(`a text of 1 to ${charactersMax} characters`)
  return z.string({ error }).min(1, { error }).max(charactersMax, { error })
}

export const title = text(TITLE_CHARACTERS_MAX)
export const description = text(DESCRIPTION_CHARACTERS_MAX)

/** A path relative to the file that names it. */
export const filePath = text(FILE_PATH_CHARACTERS_MAX)

export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry, { error: must('a list') })
}

/** An item and how many of it, in a recipe or a price. */
export const catalogStack = strictFields({ item: contentId, count: whole(1, 100_000) })

/** How many of each item, by item id. Whether the items exist is the catalog's knowledge. */
export function countsByItem() {
  return z.record(z.string(), whole(1, 100_000), { error: must('an object of item ids and counts') })
}
