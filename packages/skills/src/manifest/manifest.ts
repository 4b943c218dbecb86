/** The words for types in a SKILL.md. `patsyanalysis` takes its shape from what is nested below it, or from a named type. */
export const FIELD_TYPES = ['string', 'integer', 'float', 'boolean', 'array', 'object', 'patsyanalysis'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** One typed line of a manifest with what is nested below it. Plain data: it is published and hashed as it is. */
export type Field = {
  readonly type: FieldType
  readonly optional?: true
  /** Implies `optional`. */
  readonly default?: unknown
  /** The fields of an object; without them it may have any. */
  readonly fields?: FieldTree
  /** What an array holds; without it anything. */
  readonly items?: Field
  /** The name of a shape under `types`, for `patsyanalysis Name`. */
  readonly shape?: string
  /** The comment at the end of its line. */
  readonly description?: string
}
export type FieldTree = { readonly [name: string]: Field }

/** A value of a line this reader gives no meaning to. All scalars are text. */
export type Extra = string | readonly Extra[] | { readonly [key: string]: Extra }

/** What a SKILL.md says, whatever its layout. */
export type SkillManifest = {
  readonly name: string
  /** As it is written: `1.10` is not `1.1`. */
  readonly version: string
  readonly author: string
  readonly description: string
  readonly inputs: FieldTree
  readonly outputs: FieldTree
  /** Capabilities and skills it uses; also all it is permitted to use. */
  readonly dependencies: readonly string[]
  readonly signatureRequired: boolean
  readonly timeoutMs: number
  /** Named shapes for `patsyanalysis Name` and `array of Name`. */
  readonly types: { readonly [name: string]: Field }
  /** Further lines: `run`, `main`, `secrets`, `permissions`, `metadata` and what nobody knows. */
  readonly extras: { readonly [key: string]: Extra }
  /** The frontmatter around the manifest, without name and description. */
  readonly frontmatter: { readonly [key: string]: Extra }
  /** The Markdown that follows the manifest. */
  readonly instructions: string
  /** The file it was read from, byte for byte. */
  readonly text?: string
}

/** L1: the file is the manifest. L2: its frontmatter is. L3: frontmatter, and the manifest in the first yaml block. */
export type SkillLayout = 'L1' | 'L2' | 'L3'

/** What is wrong, where. */
export type Complaint = { readonly line: number; readonly field: string; readonly rule: string }
